//! Figures about a chunking.

use super::config::ChunkConfig;
use super::types::Chunking;
use crate::measure::Measure;
use crate::text::{Span, Text};

/// Figures about the sizes of a chunking, in the config's unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stats {
    /// Number of chunks.
    pub count: usize,
    /// The smallest size; 0 without chunks, like the figures below.
    pub min: usize,
    /// The mean size.
    pub mean: f64,
    /// The median size; percentiles are interpolated linearly between the two nearest ranks (type 7 of
    /// Hyndman and Fan 1996, as in `NumPy`).
    pub median: f64,
    /// The size that 95 % of the chunks do not pass.
    pub p95: f64,
    /// The largest size.
    pub max: usize,
    /// Sum of all sizes by the size of the text: 1 without overlap and trimming.
    pub expansion: f64,
    /// Characters other than white space that no chunk covers.
    pub lost_characters: usize,
    /// White space that no chunk covers, in characters.
    pub blank_characters: usize,
    /// Chunks above the limit, because they could not be cut.
    pub oversize: usize,
    /// Chunks below a tenth of the limit.
    pub tiny: usize,
    /// How many chunks there are of each size.
    pub histogram: Histogram,
}

/// Counts of chunks by size: bucket `i` holds sizes from `i * width` to below `(i + 1) * width`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    /// How many chunks each bucket holds.
    pub buckets: Vec<usize>,
    /// Width of a bucket in units, at least 1.
    pub width: usize,
}

impl Histogram {
    /// About this many buckets lie below the limit.
    const BUCKETS: usize = 32;
    /// Oversize chunks beyond this many buckets are counted in the last.
    const MOST: usize = 64;

    fn of(sizes: &[usize], limit: usize) -> Self {
        let width = limit.div_ceil(Self::BUCKETS).max(1);
        let mut buckets = vec![0; (limit / width + 1).min(Self::MOST)];
        for size in sizes {
            let at = (size / width).min(Self::MOST - 1);
            if at >= buckets.len() {
                buckets.resize(at + 1, 0);
            }
            buckets[at] += 1;
        }
        Self { buckets, width }
    }
}

impl Stats {
    /// The figures of a chunking, which must be of the measured text under this config.
    #[must_use]
    pub fn of(chunking: &Chunking, measure: &Measure, config: &ChunkConfig) -> Self {
        let mut sizes: Vec<usize> = chunking.chunks.iter().map(|c| c.size).collect();
        sizes.sort_unstable();
        let (count, sum) = (sizes.len(), sizes.iter().sum::<usize>() as f64);
        let by = |whole: usize| if whole == 0 { 0.0 } else { sum / whole as f64 };
        Self {
            count,
            min: sizes.first().copied().unwrap_or(0),
            mean: by(count),
            median: percentile(&sizes, 0.5),
            p95: percentile(&sizes, 0.95),
            max: sizes.last().copied().unwrap_or(0),
            expansion: by(measure.total()),
            lost_characters: characters(measure.text(), &chunking.lost),
            blank_characters: characters(measure.text(), &chunking.blank),
            oversize: chunking.chunks.iter().filter(|c| c.oversize).count(),
            tiny: sizes.iter().filter(|s| s.saturating_mul(10) < config.size).count(),
            histogram: Histogram::of(&sizes, config.size),
        }
    }
}

fn characters(text: &Text, spans: &[Span]) -> usize {
    spans.iter().map(|s| s.slice(text).chars().count()).sum()
}

fn percentile(sorted: &[usize], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    let rank = share * last as f64;
    let (low, high) = (sorted[rank.floor() as usize] as f64, sorted[rank.ceil() as usize] as f64);
    low + (high - low) * rank.fract()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_lie_between_ranks() {
        assert_eq!(percentile(&[1, 2, 3, 4], 0.5), 2.5);
        assert_eq!(percentile(&[10], 0.95), 10.0);
        assert!((percentile(&[0, 100], 0.95) - 95.0).abs() < 1e-9);
        assert_eq!(percentile(&[], 0.5), 0.0);
    }

    #[test]
    fn every_chunk_is_in_one_bucket() {
        let histogram = Histogram::of(&[1, 15, 16, 512, 512, 9000], 512);
        assert_eq!(histogram.width, 16);
        assert_eq!(histogram.buckets.iter().sum::<usize>(), 6);
        assert_eq!((histogram.buckets[0], histogram.buckets[1], histogram.buckets[32]), (2, 1, 2));
    }
}
