//! A grid of tokens as a plain value.

/// Which cells hold a token: one bit a cell, every row in words of its own.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    rows: usize,
    columns: usize,
    words: Vec<u64>,
}

/// Bits of a word.
pub(super) const WORD: usize = 64;

impl Grid {
    /// A grid without tokens.
    #[must_use]
    pub fn empty(rows: usize, columns: usize) -> Self {
        Self { rows, columns, words: vec![0; rows * columns.div_ceil(WORD)] }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether a cell holds a token.
    ///
    /// # Panics
    /// If there is no such cell.
    #[must_use]
    #[inline]
    pub fn get(&self, row: usize, column: usize) -> bool {
        let (word, bit) = self.place(row, column);
        self.words[word] >> bit & 1 == 1
    }

    /// Takes the token of a cell, or puts one there.
    ///
    /// # Panics
    /// If there is no such cell.
    #[inline]
    pub fn flip(&mut self, row: usize, column: usize) {
        let (word, bit) = self.place(row, column);
        self.words[word] ^= 1 << bit;
    }

    /// The number of tokens.
    #[must_use]
    pub fn tokens(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The words of a row, the first column in the lowest bit.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        let stride = self.columns.div_ceil(WORD);
        &self.words[row * stride..][..stride]
    }

    #[inline]
    pub(super) fn row_mut(&mut self, row: usize) -> &mut [u64] {
        let stride = self.columns.div_ceil(WORD);
        &mut self.words[row * stride..][..stride]
    }

    /// All words, row by row.
    #[inline]
    pub(super) fn words(&self) -> &[u64] {
        &self.words
    }

    /// Becomes a grid of the same size without asking for memory.
    #[inline]
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.words.copy_from_slice(&other.words);
    }

    #[inline]
    fn place(&self, row: usize, column: usize) -> (usize, usize) {
        debug_assert!(column < self.columns);
        (row * self.columns.div_ceil(WORD) + column / WORD, column % WORD)
    }
}
