//! What is read or painted next, and for whom. Pure bookkeeping: no threads, no processes, no clock.

use super::document::PdfEvent;
use super::info::PdfFacts;
use super::layout::PageText;
use super::paint::MOST_TILES;
use super::protocol::{PageGeometry, PaintJob};
use super::tile::{TILE, TileImage, TileKey, page_pixels};
use crate::document::{PageIndex, ReadingOrder};
use std::collections::VecDeque;
use std::sync::Arc;

/// What a worker may be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Anything; painting first.
    Any,
    /// Painting only: kept free of text, so that what is looked at never waits for what is not.
    Paint,
}

/// One request to a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Job {
    Facts,
    /// `fresh`: in a worker that has done nothing before, because another one died over this page.
    Text {
        pages: Vec<u32>,
        order: ReadingOrder,
        fresh: bool,
    },
    Paint(PaintJob),
}

/// How far a page's text has come.
#[derive(Clone, Debug)]
enum TextState {
    Waiting,
    /// In this order: an answer for another one comes too late.
    Running(ReadingOrder),
    Done(Arc<PageText>),
    Failed(String),
}

/// How far the facts have come.
#[derive(Clone, Debug)]
enum FactsState {
    Waiting,
    Running,
    Done(Arc<PdfFacts>, Option<String>),
}

/// A painted tile, or why it could not be painted.
pub type Painted = (TileKey, Result<TileImage, String>);

pub struct Schedule {
    pages: Vec<PageGeometry>,
    text: Vec<TextState>,
    orders: Vec<ReadingOrder>,
    /// No page before this one waits.
    cursor: usize,
    retries: VecDeque<u32>,
    visible: Vec<u32>,
    text_open: usize,
    text_asked: bool,
    batch: usize,
    facts: FactsState,
    wanted: Vec<TileKey>,
    painting: Vec<PaintJob>,
    painted: Vec<Painted>,
    events: Vec<PdfEvent>,
}

impl Schedule {
    /// `batch` pages of text are asked for at once.
    pub fn new(pages: Vec<PageGeometry>, text_asked: bool, batch: usize) -> Self {
        let count = pages.len();
        Self {
            pages,
            text: vec![TextState::Waiting; count],
            orders: vec![ReadingOrder::Auto; count],
            cursor: 0,
            retries: VecDeque::new(),
            visible: Vec::new(),
            text_open: count,
            text_asked,
            batch: batch.max(1),
            facts: FactsState::Waiting,
            wanted: Vec::new(),
            painting: Vec::new(),
            painted: Vec::new(),
            events: Vec::new(),
        }
    }

    /// The next job for a worker, marked as running.
    pub fn next(&mut self, role: Role) -> Option<Job> {
        if let Some(job) = self.next_paint() {
            self.painting.push(job);
            return Some(Job::Paint(job));
        }
        if role == Role::Paint {
            return None;
        }
        if matches!(self.facts, FactsState::Waiting) {
            self.facts = FactsState::Running;
            return Some(Job::Facts);
        }
        self.next_text()
    }

    fn next_text(&mut self) -> Option<Job> {
        if !self.text_asked {
            return None;
        }
        let waits =
            |text: &[TextState], page: u32| matches!(text.get(page as usize), Some(TextState::Waiting));
        let (pages, fresh) = if let Some(page) = self.visible.iter().find(|p| waits(&self.text, **p)) {
            (vec![*page], false)
        } else if let Some(page) = self.retries.pop_front() {
            (vec![page], true)
        } else {
            while self.text.get(self.cursor).is_some_and(|t| !matches!(t, TextState::Waiting)) {
                self.cursor += 1;
            }
            let from = self.cursor as u32;
            let order = self.orders.get(self.cursor);
            let alike = |p: &u32| waits(&self.text, *p) && self.orders.get(*p as usize) == order;
            ((from..).take(self.batch).take_while(alike).collect(), false)
        };
        let order = self.orders.get(*pages.first()? as usize).copied().unwrap_or_default();
        for page in &pages {
            self.text[*page as usize] = TextState::Running(order);
        }
        Some(Job::Text { pages, order, fresh })
    }

    fn next_paint(&self) -> Option<PaintJob> {
        let free = |key: &TileKey| {
            !self.painting.iter().any(|job| covers(job, key)) && !self.painted.iter().any(|(k, _)| k == key)
        };
        let key = *self.wanted.iter().find(|key| free(key))?;
        let geometry = *self.pages.get(key.page.get())?;
        let (width, height) = page_pixels(geometry, key.scale);
        let tiles = |pixels: u32| u16::try_from(pixels.div_ceil(TILE)).unwrap_or(u16::MAX);
        let (columns, rows) = (tiles(width), tiles(height));
        let job = |x, y, columns, rows| PaintJob { page: key.page.0, scale: key.scale, x, y, columns, rows };
        if columns <= MOST_TILES && rows <= MOST_TILES {
            return Some(job(0, 0, columns, rows));
        }
        // What is wanted of the block of tiles around the first one.
        let block = |k: &TileKey| (k.page, k.scale, k.x / MOST_TILES, k.y / MOST_TILES);
        let near = self.wanted.iter().filter(|k| block(k) == block(&key) && free(k));
        let (mut x0, mut y0, mut x1, mut y1) = (key.x, key.y, key.x, key.y);
        for k in near {
            (x0, y0, x1, y1) = (x0.min(k.x), y0.min(k.y), x1.max(k.x), y1.max(k.y));
        }
        Some(job(x0, y0, x1 - x0 + 1, y1 - y0 + 1))
    }

    /// Whether anybody waits for a tile of the job.
    pub fn is_wanted(&self, job: &PaintJob) -> bool {
        self.wanted.iter().any(|key| covers(job, key))
    }

    /// The tiles that somebody waits for now, in order; all others are forgotten. Those that are no part
    /// of a page are left out.
    pub fn set_wanted(&mut self, wanted: Vec<TileKey>) {
        self.wanted = wanted;
        let pages = &self.pages;
        self.wanted.retain(|key| {
            pages
                .get(key.page.get())
                .is_some_and(|page| super::tile::tile_pixels(*page, key.scale, key.x, key.y).is_some())
        });
    }

    /// A tile has come.
    pub fn tile(&mut self, key: TileKey, image: TileImage) {
        self.wanted.retain(|k| *k != key);
        if self.painted.is_empty() {
            self.events.push(PdfEvent::Tiles);
        }
        self.painted.push((key, Ok(image)));
    }

    /// A paint job has ended; with a reason if it failed, so that nobody waits for its tiles any more.
    pub fn painted(&mut self, job: &PaintJob, failed: Option<&str>) {
        self.painting.retain(|j| j != job);
        let Some(reason) = failed else { return };
        if self.painted.is_empty() {
            self.events.push(PdfEvent::Tiles);
        }
        let (gone, left) = std::mem::take(&mut self.wanted).into_iter().partition(|key| covers(job, key));
        self.wanted = left;
        let gone: Vec<TileKey> = gone;
        self.painted.extend(gone.into_iter().map(|key| (key, Err(reason.to_owned()))));
    }

    pub fn take_painted(&mut self) -> Vec<Painted> {
        std::mem::take(&mut self.painted)
    }

    pub fn take_events(&mut self) -> Vec<PdfEvent> {
        std::mem::take(&mut self.events)
    }

    /// The pages whose text is wanted first.
    pub fn set_visible(&mut self, pages: Vec<u32>) {
        self.visible = pages;
    }

    /// How the order of each page is found; pages read in another order are read again.
    pub fn set_orders(&mut self, order: impl Fn(PageIndex) -> ReadingOrder) {
        for page in 0..self.text.len() {
            let new = order(PageIndex(page as u32));
            if std::mem::replace(&mut self.orders[page], new) == new {
                continue;
            }
            if matches!(self.text[page], TextState::Done(_) | TextState::Failed(_)) {
                self.text_open += 1;
            }
            self.text[page] = TextState::Waiting;
            self.cursor = self.cursor.min(page);
        }
        self.retries.retain(|page| !matches!(self.text.get(*page as usize), Some(TextState::Waiting)));
    }

    /// From now on text is read.
    pub fn ask_text(&mut self) {
        self.text_asked = true;
    }

    /// A page's text has come, or can't.
    pub fn text(&mut self, page: u32, order: ReadingOrder, text: Result<PageText, String>) {
        let Some(state) = self.text.get_mut(page as usize) else { return };
        if !matches!(state, TextState::Running(asked) if *asked == order) {
            return;
        }
        *state = match text {
            Ok(text) => TextState::Done(Arc::new(text)),
            Err(reason) => TextState::Failed(reason),
        };
        self.text_open -= 1;
        self.events.push(PdfEvent::Text(PageIndex(page)));
        if self.text_open == 0 {
            self.events.push(PdfEvent::AllText);
        }
    }

    /// These pages' text was not read after all; `first_again` sends the first to a worker of its own.
    pub fn give_back(&mut self, pages: &[u32], order: ReadingOrder, first_again: bool) {
        for (i, page) in pages.iter().enumerate() {
            if !matches!(self.text.get(*page as usize), Some(TextState::Running(asked)) if *asked == order) {
                continue;
            }
            if i == 0 && first_again {
                self.retries.push_back(*page);
            } else if let Some(state) = self.text.get_mut(*page as usize) {
                *state = TextState::Waiting;
                self.cursor = self.cursor.min(*page as usize);
            }
        }
    }

    /// The facts have come; or nothing could be read, for a reason.
    pub fn facts_done(&mut self, facts: PdfFacts, failed: Option<String>) {
        self.facts = FactsState::Done(Arc::new(facts), failed);
        self.events.push(PdfEvent::Facts);
    }

    /// Outline and so on, when they are there, and why they are empty, if there is a reason.
    pub fn facts(&self) -> Option<(Arc<PdfFacts>, Option<String>)> {
        match &self.facts {
            FactsState::Done(facts, failed) => Some((Arc::clone(facts), failed.clone())),
            _ => None,
        }
    }

    /// A page's text or why there is none; `None` while it is not read.
    pub fn page_text(&self, page: PageIndex) -> Option<Result<Arc<PageText>, String>> {
        match self.text.get(page.get())? {
            TextState::Done(text) => Some(Ok(Arc::clone(text))),
            TextState::Failed(reason) => Some(Err(reason.clone())),
            TextState::Waiting | TextState::Running(_) => None,
        }
    }

    /// Pages whose text is read or given up, and all pages.
    pub fn text_progress(&self) -> (usize, usize) {
        (self.text.len() - self.text_open, self.text.len())
    }

    /// Whether nothing is left to read but tiles.
    pub fn all_read(&self) -> bool {
        self.text_open == 0 && matches!(self.facts, FactsState::Done(..))
    }
}

fn covers(job: &PaintJob, key: &TileKey) -> bool {
    (job.page, job.scale) == (key.page.0, key.scale)
        && (job.x..job.x.saturating_add(job.columns)).contains(&key.x)
        && (job.y..job.y.saturating_add(job.rows)).contains(&key.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn book(pages: usize) -> Schedule {
        let a4 = PageGeometry { width: 595.0, height: 842.0, rotation: 0 };
        let mut schedule = Schedule::new(vec![a4; pages], true, 4);
        schedule.facts_done(PdfFacts::default(), None);
        schedule
    }

    fn key(page: u32, scale: u32, x: u16, y: u16) -> TileKey {
        TileKey { page: PageIndex(page), scale, x, y }
    }

    #[expect(clippy::unnecessary_wraps, reason = "compared with what the schedule gives")]
    fn text(pages: &[u32]) -> Option<Job> {
        Some(Job::Text { pages: pages.to_vec(), order: ReadingOrder::Auto, fresh: false })
    }

    #[test]
    fn what_is_looked_at_comes_first_and_every_page_once() {
        let mut book = book(7);
        book.set_visible(vec![5, 2]);
        assert_eq!(book.next(Role::Paint), None);
        assert_eq!(book.next(Role::Any), text(&[5]));
        assert_eq!(book.next(Role::Any), text(&[2]));
        assert_eq!(book.next(Role::Any), text(&[0, 1]));
        assert_eq!(book.next(Role::Any), text(&[3, 4]));
        assert_eq!(book.next(Role::Any), text(&[6]));
        assert_eq!(book.next(Role::Any), None);
    }

    #[test]
    fn a_page_that_killed_its_worker_is_tried_once_more_alone_and_the_others_go_on() {
        let mut book = book(4);
        assert_eq!(book.next(Role::Any), text(&[0, 1, 2, 3]));
        book.text(0, ReadingOrder::Auto, Ok(PageText::default()));
        book.give_back(&[1, 2, 3], ReadingOrder::Auto, true);
        assert_eq!(
            book.next(Role::Any),
            Some(Job::Text { pages: vec![1], order: ReadingOrder::Auto, fresh: true })
        );
        assert_eq!(book.next(Role::Any), text(&[2, 3]));
        book.text(1, ReadingOrder::Auto, Err("too deep".to_owned()));
        assert_eq!(book.text_progress(), (2, 4));
        assert!(book.page_text(PageIndex(1)).unwrap().is_err());
    }

    #[test]
    fn another_order_reads_its_pages_again_and_answers_for_the_old_one_come_too_late() {
        let mut book = book(3);
        assert_eq!(book.next(Role::Any), text(&[0, 1, 2]));
        book.text(0, ReadingOrder::Auto, Ok(PageText::default()));
        book.set_orders(|page| if page.0 == 2 { ReadingOrder::Auto } else { ReadingOrder::Stream });
        assert_eq!(book.text_progress(), (0, 3));
        let again = Job::Text { pages: vec![0, 1], order: ReadingOrder::Stream, fresh: false };
        assert_eq!(book.next(Role::Any), Some(again));
        book.text(1, ReadingOrder::Auto, Ok(PageText::default()));
        assert_eq!(book.text_progress(), (0, 3), "an answer for the old order");
        book.text(2, ReadingOrder::Auto, Ok(PageText::default()));
        book.text(1, ReadingOrder::Stream, Ok(PageText::default()));
        assert_eq!(book.text_progress(), (2, 3));
    }

    #[test]
    fn a_small_page_is_painted_at_once_and_a_large_one_in_blocks() {
        let mut book = book(2);
        book.set_wanted(vec![key(1, 2000, 1, 1), key(1, 2000, 0, 0), key(0, 8000, 5, 6), key(0, 8000, 4, 5)]);
        let whole = PaintJob { page: 1, scale: 2000, x: 0, y: 0, columns: 3, rows: 4 };
        assert_eq!(book.next(Role::Paint), Some(Job::Paint(whole)));
        let block = PaintJob { page: 0, scale: 8000, x: 4, y: 5, columns: 2, rows: 2 };
        assert_eq!(book.next(Role::Any), Some(Job::Paint(block)));
        assert_eq!(book.next(Role::Paint), None, "nothing is painted twice");
        book.set_wanted(vec![key(1, 2000, 1, 1)]);
        assert!(book.is_wanted(&whole) && !book.is_wanted(&block));
    }

    #[test]
    fn a_tile_that_failed_is_told_and_not_tried_for_ever() {
        let mut book = book(1);
        book.set_wanted(vec![key(0, 1000, 0, 0), key(0, 1000, 9, 9)]);
        let Some(Job::Paint(job)) = book.next(Role::Paint) else { panic!("nothing to paint") };
        book.painted(&job, Some("too slow"));
        let painted = book.take_painted();
        assert_eq!(painted.len(), 1, "a tile outside of the page is nobody's wish");
        assert!(painted[0].1.is_err());
        assert_eq!(book.next(Role::Paint), None);
    }
}
