//! What the pieces in hand can still match: a lower bound on the breaks to come.

use crate::edge::GREY;

/// The sides in hand against the sides that wait for them, by colour.
#[derive(Clone, Debug)]
pub(super) struct Supply {
    /// Sides in hand less sides that wait for this colour.
    margins: Box<[i16; 256]>,
    /// Sides that must wait in vain.
    deficit: i32,
    /// Colours with an odd margin.
    odd: i32,
}

impl Supply {
    pub(super) fn new() -> Self {
        Self { margins: Box::new([0; 256]), deficit: 0, odd: 0 }
    }

    pub(super) fn clear(&mut self) {
        self.margins.fill(0);
        (self.deficit, self.odd) = (0, 0);
    }

    /// Changes a colour's margin. Grey is never in a join.
    #[inline]
    pub(super) fn shift(&mut self, colour: u8, by: i16) {
        if colour == GREY {
            return;
        }
        let margin = &mut self.margins[usize::from(colour)];
        let (before, after) = (*margin, *margin + by);
        *margin = after;
        self.deficit += i32::from(before.min(0)) - i32::from(after.min(0));
        self.odd += i32::from(after & 1) - i32::from(before & 1);
    }

    /// The fewest breaks to come. Every side that waits in vain is one; and if all sides end up in
    /// joins of equal colours (`paired`), so is every second colour with an odd margin, since a
    /// matched join leaves all parities alone and a break changes two.
    #[inline]
    pub(super) fn breaks(&self, paired: bool) -> u32 {
        let odd = if paired { (self.odd + 1) / 2 } else { 0 };
        self.deficit.max(odd).unsigned_abs()
    }
}
