//! Settings on disk: written when something changed that a sudden end must not lose, and at the end.

use super::App;
use super::settings::Settings;
use crate::jobs::Latest;

impl App {
    /// Writes the settings where something changed that a sudden end must not lose.
    pub(super) fn keep_settings(&mut self) {
        if !self.state.settings.matters_since(&self.saved_settings) {
            return;
        }
        self.saved_settings = self.state.settings.clone();
        let (settings, folder) = (self.state.settings.clone(), self.folders.config.clone());
        if let Some(job) = &self.settings_job {
            job.follow(move |_| write_settings(&settings, &folder));
        }
    }

    /// Writes the newest settings, after all that were on their way.
    pub(super) fn finish_settings(&mut self) {
        drop(self.settings_job.take().map(Latest::finish));
        if self.saved_settings != self.state.settings {
            self.saved_settings = self.state.settings.clone();
            if let Some(fault) = write_settings(&self.state.settings, &self.folders.config) {
                self.warn(fault);
            }
        }
    }
}

/// What went wrong, if anything did.
fn write_settings(settings: &Settings, folder: &std::path::Path) -> Option<String> {
    let error = settings.save(folder).err()?;
    let folder = folder.display();
    Some(format!("The settings could not be written to {folder} ({error}). The window will open as before."))
}
