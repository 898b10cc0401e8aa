//! Files that a dialog or a typed path names: what is done with each, and how they are called at first.

use super::App;
use super::command::{Dialog, FileChoice};
use std::path::PathBuf;

impl App {
    /// Opens a box to type a path, where no file dialog is to be had or wanted.
    pub fn ask_path(&mut self, choice: FileChoice) {
        let path = self.offered_name(choice);
        self.state.dialog = Some(Dialog::Path { choice, path });
    }

    pub(super) fn chosen(&mut self, choice: FileChoice, path: &std::path::Path) {
        let path = &expand_home(path);
        match choice {
            FileChoice::OpenFile | FileChoice::OpenFolder | FileChoice::OpenProject => self.open(path),
            FileChoice::SaveProject => self.save_project_as(path),
            FileChoice::OpenConfig => self.read_config(path),
            FileChoice::SaveConfig => self.write_config(path),
            FileChoice::ExportJsonl => self.export(path, false),
            FileChoice::ExportCsv => self.export(path, true),
            FileChoice::FindSource => self.source_found(path),
            FileChoice::CompareFile => self.compare_file(path),
            FileChoice::ExportReport => self.export_report(path),
            FileChoice::ExportReviewed => self.export_reviewed(path),
        }
    }

    /// The name that a dialog offers for what is to be written.
    #[must_use]
    pub fn offered_name(&self, choice: FileChoice) -> String {
        let stem = self
            .state
            .document
            .as_ref()
            .and_then(|d| std::path::Path::new(&d.name).file_stem().map(|s| s.to_string_lossy().into_owned()))
            .unwrap_or_else(|| "fundstelle".to_owned());
        match choice {
            FileChoice::SaveProject => format!("{stem}.{}", crate::project::EXTENSION),
            FileChoice::SaveConfig => "chunking.toml".to_owned(),
            FileChoice::ExportJsonl => format!("{stem}-passages.jsonl"),
            FileChoice::ExportCsv => format!("{stem}-questions.csv"),
            FileChoice::ExportReport => format!("{stem}-review.md"),
            FileChoice::ExportReviewed => format!("{stem}-reviewed.pdf"),
            _ => String::new(),
        }
    }
}

/// `~` at the start of a typed path is the person's home.
fn expand_home(path: &std::path::Path) -> PathBuf {
    match (path.strip_prefix("~"), directories::UserDirs::new()) {
        (Ok(rest), Some(dirs)) => dirs.home_dir().join(rest),
        _ => path.to_owned(),
    }
}
