//! Which of many children are the same state, told by their hashes.

/// Hashes and who came first with each: open addressing in a table that keeps its room.
#[derive(Debug, Default)]
pub(super) struct Seen {
    table: Vec<(u64, u32)>,
}

impl Seen {
    /// Empties the table and makes room for so many.
    pub(super) fn clear(&mut self, most: usize) {
        self.table.clear();
        self.table.resize((most * 2).next_power_of_two().max(4), (0, 0));
    }

    /// Who came first with a hash, to be replaced by a better one; nobody, if it is new. There is
    /// room for it.
    pub(super) fn meet(&mut self, hash: u64, who: u32) -> Option<&mut u32> {
        let (hash, mask) = (hash | 1, self.table.len() - 1);
        let mut at = (hash >> 20) as usize & mask;
        while self.table[at].0 != 0 && self.table[at].0 != hash {
            at = (at + 1) & mask;
        }
        let new = self.table[at].0 == 0;
        if new {
            self.table[at] = (hash, who);
        }
        (!new).then(|| &mut self.table[at].1)
    }
}

/// Scrambles a number (the finaliser of SplitMix64).
#[inline]
pub(super) fn mix(x: u64) -> u64 {
    let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ x >> 31
}
