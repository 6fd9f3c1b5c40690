//! The pheromone on the edges of a graph, most of which are never written down.

/// Pheromone by row and column. Edges that were never given any share one value, as in Söderlind,
/// section 5.5; so do edges that have fallen back to it.
#[derive(Clone, Debug)]
pub(super) struct Pheromone {
    /// What every edge holds that is not written down.
    common: f64,
    /// The other edges, by row: column and value, columns ascending.
    rows: Vec<Vec<(u16, f64)>>,
    /// No edge holds less or more.
    bounds: (f64, f64),
}

impl Pheromone {
    /// So many rows of edges that all hold `start`.
    pub(super) fn new(rows: usize, start: f64, bounds: (f64, f64)) -> Self {
        Self { common: start.max(bounds.0).min(bounds.1), rows: vec![Vec::new(); rows], bounds }
    }

    /// What an edge holds.
    #[cfg(test)]
    pub(super) fn get(&self, row: usize, column: usize) -> f64 {
        let row = &self.rows[row];
        row.binary_search_by_key(&column, |edge| usize::from(edge.0))
            .map_or(self.common, |i| row[i].1)
    }

    /// Writes a row into a table by column.
    pub(super) fn spread(&self, row: usize, table: &mut [f64]) {
        table.fill(self.common);
        for &(column, value) in &self.rows[row] {
            table[usize::from(column)] = value;
        }
    }

    /// Changes an edge.
    pub(super) fn change(&mut self, row: usize, column: usize, change: impl FnOnce(f64) -> f64) {
        let (low, high) = self.bounds;
        let kept = |value: f64| change(value).max(low).min(high);
        let edges = &mut self.rows[row];
        match edges.binary_search_by_key(&column, |edge| usize::from(edge.0)) {
            Ok(i) => edges[i].1 = kept(edges[i].1),
            Err(i) => {
                let value = kept(self.common);
                if value != self.common {
                    edges.insert(i, (column as u16, value));
                }
            }
        }
    }

    /// Lets all edges keep only this part of what they hold.
    pub(super) fn evaporate(&mut self, part: f64) {
        let (low, high) = self.bounds;
        let fade = |value: f64| (value * part).max(low).min(high);
        self.common = fade(self.common);
        for edges in &mut self.rows {
            edges.iter_mut().for_each(|edge| edge.1 = fade(edge.1));
            edges.retain(|edge| edge.1 != self.common);
        }
    }

    /// How many edges are written down.
    pub(super) fn written(&self) -> usize {
        self.rows.iter().map(Vec::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Rng;

    /// The same with every edge written down.
    struct Dense {
        table: Vec<f64>,
        columns: usize,
        bounds: (f64, f64),
    }

    impl Dense {
        fn change(&mut self, row: usize, column: usize, change: impl FnOnce(f64) -> f64) {
            let edge = &mut self.table[row * self.columns + column];
            *edge = change(*edge).max(self.bounds.0).min(self.bounds.1);
        }

        fn evaporate(&mut self, part: f64) {
            for edge in &mut self.table {
                *edge = (*edge * part).max(self.bounds.0).min(self.bounds.1);
            }
        }
    }

    #[test]
    fn edges_not_written_down_are_as_good_as_those_that_are() {
        let rng = &mut Rng::new(1);
        for _ in 0..200 {
            let (rows, columns) = (1 + rng.below(5), 1 + rng.below(40));
            let bounds = if rng.coin() { (0.5, 3.0) } else { (0.0, f64::MAX) };
            let mut lazy = Pheromone::new(rows, 1.0, bounds);
            let mut dense = Dense { table: vec![1.0; rows * columns], columns, bounds };
            for _ in 0..200 {
                let (row, column) = (rng.below(rows), rng.below(columns));
                let amount = rng.unit();
                match rng.below(4) {
                    0 => {
                        lazy.evaporate(amount);
                        dense.evaporate(amount);
                    }
                    1 => {
                        lazy.change(row, column, |value| value + 0.1 * (1.0 - value));
                        dense.change(row, column, |value| value + 0.1 * (1.0 - value));
                    }
                    _ => {
                        lazy.change(row, column, |value| value + amount);
                        dense.change(row, column, |value| value + amount);
                    }
                }
            }
            let mut table = vec![0.0; columns];
            for row in 0..rows {
                lazy.spread(row, &mut table);
                assert_eq!(table, dense.table[row * columns..][..columns]);
                assert!((0..columns).all(|column| lazy.get(row, column) == table[column]));
            }
        }
    }

    #[test]
    fn edges_that_fall_to_the_bound_are_forgotten() {
        let mut pheromone = Pheromone::new(2, 1.0, (0.1, 9.0));
        pheromone.change(0, 5, |value| value);
        assert_eq!(pheromone.written(), 0);
        pheromone.change(1, 5, |value| value + 20.0);
        assert_eq!((pheromone.get(1, 5), pheromone.written()), (9.0, 1));
        (0..50).for_each(|_| pheromone.evaporate(0.8));
        assert_eq!((pheromone.get(1, 5), pheromone.written()), (0.1, 0));
    }
}
