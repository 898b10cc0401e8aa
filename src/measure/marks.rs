//! A set of places in a text with constant-time counting.

/// Places in `0..=len` as a bitmap with a running count for each 64 of them: a succinct rank/select
/// structure (Jacobson 1989), about 1.5 bits a byte of text.
#[derive(Debug, Default)]
pub(crate) struct Marks {
    bits: Vec<u64>,
    /// Marks before each word of `bits`, and the total at the end.
    ranks: Vec<u32>,
}

impl Marks {
    /// Marks at `places`, which need not be in order.
    pub fn at(len: usize, places: impl IntoIterator<Item = usize>) -> Self {
        let mut bits = vec![0_u64; len / 64 + 1];
        for place in places {
            if let Some(word) = bits.get_mut(place / 64) {
                *word |= 1 << (place % 64);
            }
        }
        Self::from_bits(bits)
    }

    /// Marks at the bytes for which `is` holds.
    pub fn bytes(text: &[u8], is: impl Fn(u8) -> bool) -> Self {
        let mut bits: Vec<u64> = text.chunks(64).map(|block| mask(block, &is)).collect();
        bits.resize(text.len() / 64 + 1, 0);
        Self::from_bits(bits)
    }

    fn from_bits(bits: Vec<u64>) -> Self {
        let mut ranks = Vec::with_capacity(bits.len() + 1);
        let mut total = 0;
        ranks.push(0);
        for word in &bits {
            total += word.count_ones();
            ranks.push(total);
        }
        Self { bits, ranks }
    }

    /// How many marks there are.
    pub fn count(&self) -> usize {
        self.ranks.last().map_or(0, |n| *n as usize)
    }

    /// How many marks lie before `place`.
    pub fn rank(&self, place: usize) -> usize {
        match self.bits.get(place / 64) {
            Some(word) => {
                let below = word & !(u64::MAX << (place % 64));
                (self.ranks[place / 64] + below.count_ones()) as usize
            }
            None => self.count(),
        }
    }

    /// Whether there is a mark at `place`.
    pub fn contains(&self, place: usize) -> bool {
        self.bits.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
    }

    /// The place of mark number `n`, counted from 0.
    pub fn select(&self, n: usize) -> Option<usize> {
        if n >= self.count() {
            return None;
        }
        let at = self.ranks.partition_point(|r| *r as usize <= n) - 1;
        let mut word = self.bits[at];
        for _ in 0..n - self.ranks[at] as usize {
            word &= word - 1;
        }
        Some(at * 64 + word.trailing_zeros() as usize)
    }

    /// The first mark at or after `place`.
    pub fn next(&self, place: usize) -> Option<usize> {
        let at = place / 64;
        let word = self.bits.get(at)? & (u64::MAX << (place % 64));
        if word != 0 {
            return Some(at * 64 + word.trailing_zeros() as usize);
        }
        for near in at + 1..(at + 5).min(self.bits.len()) {
            if self.bits[near] != 0 {
                return Some(near * 64 + self.bits[near].trailing_zeros() as usize);
            }
        }
        self.select(self.rank(place))
    }

    /// The last mark at or before `place`.
    pub fn prev(&self, place: usize) -> Option<usize> {
        let at = place / 64;
        if let Some(word) = self.bits.get(at).map(|w| w & (u64::MAX >> (63 - place % 64))) {
            if word != 0 {
                return Some(at * 64 + 63 - word.leading_zeros() as usize);
            }
            for near in (at.saturating_sub(4)..at).rev() {
                if self.bits[near] != 0 {
                    return Some(near * 64 + 63 - self.bits[near].leading_zeros() as usize);
                }
            }
        }
        self.rank(place.saturating_add(1)).checked_sub(1).and_then(|n| self.select(n))
    }
}

/// One bit for each byte of a block of at most 64.
pub(crate) fn mask(block: &[u8], is: impl Fn(u8) -> bool) -> u64 {
    block.iter().enumerate().fold(0, |bits, (i, b)| bits | u64::from(is(*b)) << i)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn marks_agree_with_a_sorted_list(places in proptest::collection::btree_set(0_usize..900, 0..60)) {
            let marks = Marks::at(900, places.iter().copied());
            prop_assert_eq!(marks.count(), places.len());
            for p in 0..=901 {
                prop_assert_eq!(marks.rank(p), places.range(..p).count());
                prop_assert_eq!(marks.contains(p), places.contains(&p));
                prop_assert_eq!(marks.next(p), places.range(p..).next().copied());
                prop_assert_eq!(marks.prev(p), places.range(..=p).next_back().copied());
            }
            for (n, p) in places.iter().enumerate() {
                prop_assert_eq!(marks.select(n), Some(*p));
            }
            prop_assert_eq!(marks.select(places.len()), None);
        }
    }
}
