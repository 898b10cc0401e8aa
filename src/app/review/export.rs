//! The report of a review, and a copy of the PDF with notes and reading order: written off the window's thread.

use crate::app::App;
use crate::app::state::Original;
use crate::extract::{is_same_file, write_whole};
use crate::jobs::Task;
use crate::review::{Report, notes};
use std::path::Path;
use std::sync::Arc;

/// What came of an export: a sentence for people.
pub(in crate::app) type Exported = Result<String, String>;

impl App {
    /// Writes the report; its format is that of the file's name, Markdown where that says none.
    pub(in crate::app) fn export_report(&mut self, path: &Path) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let said = self.project.shown().said(&extraction.source().name);
        let path = path.to_owned();
        if is_same_file(&path, &extraction.source().path) {
            self.fail(format!(
                "{} is the source, and never written over. Choose another name.",
                path.display()
            ));
            return;
        }
        let task = Task::spawn("report", Arc::clone(&self.waker), move |_, _| -> Exported {
            let report = Report::new(&extraction, &said);
            let kind = path.extension().map(|e| e.to_string_lossy().to_lowercase());
            let text = match kind.as_deref() {
                Some("csv") => format!("{}{}", Report::csv_header(), report.csv()),
                Some("json") => format!("{}\n", report.json()),
                _ => report.markdown(),
            };
            write_whole(&path, text.as_bytes()).map_err(|error| {
                format!(
                    "The report could not be written to {} ({error}). Choose another place.",
                    path.display()
                )
            })?;
            Ok(format!("The report is written to {}.", path.display()))
        });
        self.exports.push(task);
    }

    /// Writes a copy of the PDF with problems and verdicts as notes and the reading order as numbers.
    pub(in crate::app) fn export_reviewed(&mut self, path: &Path) {
        let Some(extraction) = self.state.extraction().cloned() else { return };
        let original = self.state.document.as_ref().and_then(|d| d.original.clone());
        let Some(Original::Pages { pdf, .. }) = original else {
            self.say("Only a PDF can be copied with notes. The report works for every source.");
            return;
        };
        let said = self.project.shown().said(&extraction.source().name);
        let path = path.to_owned();
        let task = Task::spawn("annotated copy", Arc::clone(&self.waker), move |cancel, _| -> Exported {
            pdf.save_copy(&path, &notes(&extraction, &said), cancel).map_err(|e| e.to_string())?;
            Ok(format!("The copy with notes is written to {}.", path.display()))
        });
        self.exports.push(task);
    }

    /// Says what came of exports that ended.
    pub(in crate::app) fn poll_exports(&mut self) {
        let mut said = Vec::new();
        self.exports.retain_mut(|task| {
            said.extend(task.take());
            !task.ended()
        });
        for result in said {
            match result {
                Ok(text) => self.say(text),
                Err(fault) => self.fail(fault),
            }
        }
    }
}
