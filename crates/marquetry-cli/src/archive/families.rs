//! Boards that have much in common.

use super::symmetry::Look;

/// The most families told apart: each new board is compared with the first of every family.
const MOST: usize = 100;
/// The family of all boards that came when there were too many.
pub(super) const OTHERS: usize = MOST;

/// Families of boards: a board belongs to the first family whose first board shares at least half
/// of its placements, turned as a whole or not, or founds one.
#[derive(Debug, Default)]
pub(super) struct Families {
    firsts: Vec<Look>,
    sizes: Vec<u64>,
}

impl Families {
    /// Adds a board by its looks; the number of its family.
    pub(super) fn add(&mut self, looks: &[Look]) -> usize {
        let mut firsts = self.firsts.iter();
        let found = firsts.position(|first| looks.iter().any(|look| akin(first, look)));
        let family = match (found, looks.first()) {
            (Some(family), _) => family,
            (None, Some(look)) if self.firsts.len() < MOST => {
                self.firsts.push(look.clone());
                self.firsts.len() - 1
            }
            (None, _) => OTHERS,
        };
        if family >= self.sizes.len() {
            self.sizes.resize(family + 1, 0);
        }
        self.sizes[family] += 1;
        family
    }

    /// Takes a board out again.
    pub(super) fn remove(&mut self, family: usize) {
        self.sizes.iter_mut().skip(family).take(1).for_each(|size| *size = size.saturating_sub(1));
    }

    /// How many families have boards.
    pub(super) fn len(&self) -> usize {
        self.sizes.iter().filter(|&&size| size > 0).count()
    }
}

fn akin(a: &Look, b: &Look) -> bool {
    2 * a.iter().zip(b).filter(|(a, b)| a == b).count() >= a.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_in_common_is_a_family() {
        let mut families = Families::default();
        assert_eq!(families.add(&[vec![1, 2, 3, 4]]), 0);
        assert_eq!(families.add(&[vec![1, 2, 9, 9]]), 0);
        assert_eq!(families.add(&[vec![1, 9, 9, 9]]), 1);
        assert_eq!(families.add(&[vec![8, 8, 8, 8], vec![8, 8, 3, 4]]), 0);
        assert_eq!(families.len(), 2);
        families.remove(1);
        assert_eq!(families.len(), 1);
        for i in 10..300 {
            families.add(&[vec![i; 4]]);
        }
        assert_eq!(families.len(), MOST, "the first hundred but one, and the others");
    }
}
