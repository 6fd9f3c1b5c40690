//! A set of hashes that is emptied often.

/// Open addressing in a table that keeps its room.
#[derive(Debug, Default)]
pub(super) struct Seen {
    table: Vec<u64>,
}

impl Seen {
    /// Empties the set and makes room for so many.
    pub(super) fn clear(&mut self, most: usize) {
        self.table.clear();
        self.table.resize((most * 2).next_power_of_two().max(4), 0);
    }

    /// Whether a hash is new. There is room for it.
    pub(super) fn insert(&mut self, hash: u64) -> bool {
        let (hash, mask) = (hash | 1, self.table.len() - 1);
        let mut at = (hash >> 20) as usize & mask;
        while self.table[at] != 0 {
            if self.table[at] == hash {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.table[at] = hash;
        true
    }
}

/// Scrambles a number (the finaliser of SplitMix64).
#[inline]
pub(super) fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
