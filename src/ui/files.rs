//! File dialogs of the system, off the window's thread: they can hang or be missing.

use super::i18n::tr;
use crate::app::{Command, FileChoice};
use crate::extract::folder::Extensions;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Dialogs that are open, and their answers.
pub struct FileDialogs {
    sender: Sender<(FileChoice, Option<PathBuf>)>,
    receiver: Receiver<(FileChoice, Option<PathBuf>)>,
    open: bool,
}

impl Default for FileDialogs {
    fn default() -> Self {
        let (sender, receiver) = channel();
        Self { sender, receiver, open: false }
    }
}

impl FileDialogs {
    /// Opens a dialog. `name` is offered as the file's name where one is written.
    pub fn ask(&mut self, ctx: &egui::Context, choice: FileChoice, name: String) {
        if self.open {
            return;
        }
        self.open = true;
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        std::thread::spawn(move || {
            let answer = std::panic::catch_unwind(|| dialog(choice, &name)).unwrap_or(None);
            if sender.send((choice, answer)).is_ok() {
                ctx.request_repaint();
            }
        });
    }

    /// The answers that arrived.
    pub fn answers(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        while let Ok((choice, answer)) = self.receiver.try_recv() {
            self.open = false;
            commands.extend(answer.map(|path| Command::Chosen(choice, path)));
        }
        commands
    }
}

/// How the names of what can be opened end.
fn endings() -> Vec<String> {
    let usual = Extensions::default();
    usual.iter().chain(["xhtml", "fundstelle"]).map(str::to_owned).collect()
}

fn dialog(choice: FileChoice, name: &str) -> Option<PathBuf> {
    let dialog = rfd::FileDialog::new();
    match choice {
        FileChoice::OpenFile => dialog
            .add_filter(tr("filter-documents"), &endings())
            .add_filter(tr("filter-all"), &["*"])
            .pick_file(),
        FileChoice::OpenFolder => dialog.pick_folder(),
        FileChoice::FindSource | FileChoice::CompareFile => dialog.pick_file(),
        FileChoice::OpenProject => dialog.add_filter(tr("filter-projects"), &["fundstelle"]).pick_file(),
        FileChoice::SaveProject => {
            dialog.add_filter(tr("filter-projects"), &["fundstelle"]).set_file_name(name).save_file()
        }
        FileChoice::OpenConfig => dialog.add_filter(tr("filter-configs"), &["toml"]).pick_file(),
        FileChoice::SaveConfig => {
            dialog.add_filter(tr("filter-configs"), &["toml"]).set_file_name(name).save_file()
        }
        FileChoice::ExportJsonl => dialog.add_filter("JSONL", &["jsonl"]).set_file_name(name).save_file(),
        FileChoice::ExportReport => dialog
            .add_filter("Markdown", &["md"])
            .add_filter("CSV", &["csv"])
            .add_filter("JSON", &["json"])
            .set_file_name(name)
            .save_file(),
        FileChoice::ExportReviewed => dialog.add_filter("PDF", &["pdf"]).set_file_name(name).save_file(),
        FileChoice::ExportCsv => dialog.add_filter("CSV", &["csv"]).set_file_name(name).save_file(),
    }
}
