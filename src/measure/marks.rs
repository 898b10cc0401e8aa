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

    /// Marks at every `byte` of the text.
    pub fn bytes(text: &[u8], byte: u8) -> Self {
        Self::blocks(text, |block| mask(block, byte))
    }

    /// Marks behind every `byte` of the text.
    pub fn behind_bytes(text: &[u8], byte: u8) -> Self {
        let mut marks = Self::bytes(text, byte);
        let mut carry = 0;
        for word in &mut marks.bits {
            (*word, carry) = (*word << 1 | carry, *word >> 63);
        }
        Self::from_bits(marks.bits)
    }

    /// Marks where code points start.
    pub fn characters(text: &str) -> Self {
        let starts = |word: u64| !(word >> 7 & !(word >> 6)) & ONES;
        Self::blocks(text.as_bytes(), |block| gather(block, starts))
    }

    fn blocks(text: &[u8], mask: impl Fn(&[u8]) -> u64) -> Self {
        let mut bits: Vec<u64> = Vec::with_capacity(text.len() / 64 + 1);
        bits.extend(text.chunks(64).map(mask));
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

/// The lowest bit of each byte of a word.
const ONES: u64 = 0x0101_0101_0101_0101;
const LOW: u64 = 0x7F7F_7F7F_7F7F_7F7F;

/// One bit for each byte of a block of at most 64: whether it is `byte`.
pub(crate) fn mask(block: &[u8], byte: u8) -> u64 {
    let pattern = u64::from(byte) * ONES;
    // A byte is zero where neither adding to its low bits nor itself sets its highest.
    gather(block, |word| {
        let differs = word ^ pattern;
        !(((differs & LOW) + LOW) | differs) >> 7 & ONES
    })
}

/// Applies `is`, which leaves its answer in the lowest bit of each byte, to eight bytes at a time.
fn gather(block: &[u8], is: impl Fn(u64) -> u64) -> u64 {
    // The product moves bit 8 i to bit 56 + i; no two of its terms meet.
    let eight = |bytes| is(u64::from_le_bytes(bytes)).wrapping_mul(0x0102_0408_1020_4080) >> 56;
    let (words, rest) = block.as_chunks::<8>();
    let bits = words.iter().enumerate().fold(0, |bits, (n, word)| bits | eight(*word) << (n * 8));
    if rest.is_empty() {
        return bits;
    }
    let mut word = [0; 8];
    word[..rest.len()].copy_from_slice(rest);
    bits | (eight(word) & (0xFF >> (8 - rest.len()))) << (words.len() * 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_and_characters_are_found_in_blocks(text in "[ab\u{0}ä漢👍\u{80}]{0,200}") {
            let bytes = Marks::bytes(text.as_bytes(), b'a');
            let behind = Marks::behind_bytes(text.as_bytes(), b'a');
            let characters = Marks::characters(&text);
            for (at, byte) in text.bytes().enumerate() {
                prop_assert_eq!(bytes.contains(at), byte == b'a');
                prop_assert_eq!(behind.contains(at + 1), byte == b'a');
                prop_assert_eq!(characters.contains(at), text.is_char_boundary(at));
            }
            prop_assert_eq!(characters.count(), text.chars().count());
        }

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
