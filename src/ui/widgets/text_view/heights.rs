//! Heights of many items: sums up to an item, and the item at a height, in O(log n).

/// A Fenwick tree over heights in points. After P. Fenwick, "A new data structure for cumulative
/// frequency tables" (1994).
#[derive(Debug, Default)]
pub(super) struct Heights {
    tree: Vec<f64>,
    values: Vec<f32>,
}

impl Heights {
    pub(super) fn new(values: Vec<f32>) -> Self {
        let mut tree: Vec<f64> = std::iter::once(0.0).chain(values.iter().map(|&v| f64::from(v))).collect();
        for i in 1..tree.len() {
            let parent = i + (i & i.wrapping_neg());
            if parent < tree.len() {
                tree[parent] += tree[i];
            }
        }
        Self { tree, values }
    }

    pub(super) fn get(&self, item: usize) -> f64 {
        self.values.get(item).map_or(0.0, |&v| f64::from(v))
    }

    pub(super) fn set(&mut self, item: usize, height: f32) {
        let Some(value) = self.values.get_mut(item) else { return };
        let change = f64::from(height) - f64::from(*value);
        if change == 0.0 {
            return;
        }
        *value = height;
        let mut i = item + 1;
        while i < self.tree.len() {
            self.tree[i] += change;
            i += i & i.wrapping_neg();
        }
    }

    /// The sum of the heights of all items before `item`.
    pub(super) fn before(&self, item: usize) -> f64 {
        let mut i = item.min(self.values.len());
        let mut sum = 0.0;
        while i > 0 {
            sum += self.tree[i];
            i -= i & i.wrapping_neg();
        }
        sum
    }

    pub(super) fn total(&self) -> f64 {
        self.before(self.values.len())
    }

    /// The item that lies at `y`, and how far `y` is below its top.
    pub(super) fn at(&self, y: f64) -> (usize, f64) {
        let n = self.values.len();
        let (mut item, mut rest) = (0, y.max(0.0));
        let mut step = n.checked_ilog2().map_or(0, |bits| 1_usize << bits);
        while step > 0 {
            let next = item + step;
            if next <= n && self.tree[next] <= rest {
                item = next;
                rest -= self.tree[next];
            }
            step /= 2;
        }
        if item >= n && n > 0 { (n - 1, self.get(n - 1)) } else { (item, rest) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sums_and_searches_agree_with_counting(
            start in proptest::collection::vec(1_u8..40, 1..200),
            changes in proptest::collection::vec((0_usize..200, 1_u8..40), 0..50),
            y in 0_u16..4_000,
        ) {
            let mut plain: Vec<f64> = start.iter().map(|&v| f64::from(v)).collect();
            let mut heights = Heights::new(start.iter().map(|&v| f32::from(v)).collect());
            for (i, v) in changes {
                heights.set(i, f32::from(v));
                if let Some(slot) = plain.get_mut(i) {
                    *slot = f64::from(v);
                }
            }
            let total: f64 = plain.iter().sum();
            prop_assert_eq!(heights.total(), total);
            let y = f64::from(y).min(total - 0.5);
            let (item, rest) = heights.at(y);
            prop_assert_eq!(heights.before(item) + rest, y);
            prop_assert!(rest < plain[item]);
        }
    }
}
