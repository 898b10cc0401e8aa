//! Painting in the worker: one interpretation of a page, cut into tiles.

use super::protocol::{PageGeometry, PaintJob, Reply};
use super::tile::{TILE, tile_pixels};
use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_interpret::util::TransformExt;
use hayro::kurbo::Affine;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::vello_cpu::{Pixmap, RasterizerSettings, RenderContext, Resources, TargetInit};
use hayro::{RenderCache, RenderSettings, render_into};
use hayro_syntax::page::Page;
use serde_bytes::ByteBuf;

/// The most tiles that are painted at once: 2048 by 2048 pixels.
pub const MOST_TILES: u16 = 4;

/// Paints a block of tiles on white; tiles outside of the page are left out.
pub fn paint<'a>(
    page: &'a Page<'a>,
    geometry: PageGeometry,
    job: PaintJob,
    cache: &RenderCache<'a>,
    settings: &InterpreterSettings,
) -> Vec<Reply> {
    let columns =
        extent(job.columns, |x| tile_pixels(geometry, job.scale, job.x.checked_add(x)?, job.y).map(|t| t.0));
    let rows =
        extent(job.rows, |y| tile_pixels(geometry, job.scale, job.x, job.y.checked_add(y)?).map(|t| t.1));
    let (Some(width), Some(height)) = (total(&columns), total(&rows)) else { return Vec::new() };
    let scale = f64::from(job.scale) / 1000.0;
    let corner = (-f64::from(job.x) * f64::from(TILE), -f64::from(job.y) * f64::from(TILE));
    let transform =
        Affine::translate(corner) * Affine::scale(scale) * page.initial_transform(true).to_kurbo();
    let mut context = RenderContext::new(width, height);
    render_into(page, cache, settings, &RenderSettings::default(), &mut context, transform);
    context.flush();
    let mut pixmap = Pixmap::new(width, height);
    context.render_with(
        &mut pixmap,
        &mut Resources::default(),
        RasterizerSettings { target_init: TargetInit::Clear(WHITE), ..RasterizerSettings::default() },
    );
    cut(pixmap.data_as_u8_slice(), usize::from(width), job, &columns, &rows)
}

/// The sizes of up to [`MOST_TILES`] columns or rows.
fn extent(count: u16, size: impl Fn(u16) -> Option<u32>) -> Vec<u16> {
    (0..count.min(MOST_TILES)).map_while(|i| size(i).and_then(|n| u16::try_from(n).ok())).collect()
}

fn total(sizes: &[u16]) -> Option<u16> {
    sizes.iter().try_fold(0_u16, |sum, n| sum.checked_add(*n)).filter(|n| *n > 0)
}

fn cut(pixels: &[u8], stride: usize, job: PaintJob, columns: &[u16], rows: &[u16]) -> Vec<Reply> {
    let mut tiles = Vec::with_capacity(columns.len() * rows.len());
    let mut top = 0;
    for (j, height) in (0..).zip(rows) {
        let mut left = 0;
        for (i, width) in (0..).zip(columns) {
            let mut rgba = Vec::with_capacity(usize::from(*width) * usize::from(*height) * 4);
            for row in top..top + usize::from(*height) {
                let start = (row * stride + left) * 4;
                rgba.extend_from_slice(&pixels[start..start + usize::from(*width) * 4]);
            }
            let rgba = ByteBuf::from(rgba);
            tiles.push(Reply::Tile { x: job.x + i, y: job.y + j, width: *width, height: *height, rgba });
            left += usize::from(*width);
        }
        top += usize::from(*height);
    }
    tiles
}
