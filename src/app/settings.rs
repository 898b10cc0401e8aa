//! What is kept between two starts: the window, panes, zoom, theme, recent files. Not the project's.

use crate::extract::folder::Extensions;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Which theme is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum ThemeChoice {
    Light,
    Dark,
    #[default]
    System,
}

/// How large a page is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Zoom {
    /// The page's width fills the view.
    #[default]
    FitWidth,
    /// The whole page is seen.
    FitPage,
    /// Logical pixels a point.
    Scale(f32),
}

/// Which panels are in front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names of the modes")]
pub enum Mode {
    Review,
    #[default]
    Tune,
    Annotate,
}

/// What is kept between two starts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// Outer position of the window, where the system tells it.
    pub window_position: Option<[f32; 2]>,
    /// Inner size of the window in logical points.
    pub window_size: [f32; 2],
    /// Whether the window filled the screen.
    pub maximized: bool,
    /// The theme.
    pub theme: ThemeChoice,
    /// The mode.
    pub mode: Mode,
    /// Zoom of pages.
    pub zoom: Zoom,
    /// Size of text in points.
    pub text_size: f32,
    /// Scale of the whole interface.
    pub interface_scale: f32,
    /// Whether the original is shown.
    pub show_original: bool,
    /// Whether the text is shown.
    pub show_text: bool,
    /// Whether the left panel is shown.
    pub show_left: bool,
    /// Whether the right panel is shown.
    pub show_right: bool,
    /// Whether the bottom panel is shown.
    pub show_bottom: bool,
    /// Share of the middle that the original takes.
    pub split: f32,
    /// Width of the left panel.
    pub left_width: f32,
    /// Width of the right panel.
    pub right_width: f32,
    /// Height of the bottom panel.
    pub bottom_height: f32,
    /// Whether both sides scroll together.
    pub linked: bool,
    /// Whether chunks are coloured.
    pub show_chunks: bool,
    /// Whether chunks are coloured in Review too, under the pieces.
    pub chunks_in_review: bool,
    /// Whether Review shows what was taken out of the text.
    pub show_removed: bool,
    /// How fast Review plays through.
    pub play_speed: f32,
    /// Whether spaces, tabs and line ends are shown.
    pub show_invisibles: bool,
    /// Whether long lines are wrapped.
    pub wrap: bool,
    /// Whether the explanation over the sample was read.
    pub hint_closed: bool,
    /// Files opened lately, the newest first.
    pub recent: Vec<PathBuf>,
    /// Whether pages of this computer and of local networks may be fetched.
    pub allow_local: bool,
    /// How the names of the files end that are taken from a folder, without the dot.
    pub extensions: Vec<String>,
    /// What was open when the program ended.
    pub last: Option<PathBuf>,
}

/// How many recent files are kept.
const RECENT: usize = 12;

impl Default for Settings {
    fn default() -> Self {
        Self {
            window_position: None,
            window_size: [1480.0, 920.0],
            maximized: false,
            theme: ThemeChoice::System,
            mode: Mode::Tune,
            zoom: Zoom::FitWidth,
            text_size: 13.0,
            interface_scale: 1.0,
            show_original: true,
            show_text: true,
            show_left: true,
            show_right: true,
            show_bottom: true,
            split: 0.5,
            left_width: 258.0,
            right_width: 268.0,
            bottom_height: 172.0,
            linked: true,
            show_chunks: true,
            chunks_in_review: false,
            show_removed: true,
            play_speed: 1.0,
            show_invisibles: false,
            wrap: true,
            hint_closed: false,
            recent: Vec::new(),
            allow_local: false,
            extensions: Extensions::default().iter().map(str::to_owned).collect(),
            last: None,
        }
    }
}

impl Settings {
    /// Reads the settings in `folder`; anything that cannot be read is as on the first start.
    #[must_use]
    pub fn load(folder: &Path) -> Self {
        let read = std::fs::read(folder.join("settings.json")).ok();
        let mut settings: Self = read.and_then(|b| serde_json::from_slice(&b).ok()).unwrap_or_default();
        settings.sanitize();
        settings
    }

    /// Whether a change since `other` must not be lost, whatever ends the program: files, theme, mode. Sizes
    /// and zoom change with every movement and are written at the end.
    #[must_use]
    pub(super) fn matters_since(&self, other: &Self) -> bool {
        let of = |s: &Self| (s.theme, s.mode, s.hint_closed, s.linked, s.play_speed.to_bits());
        of(self) != of(other) || self.recent != other.recent || self.last != other.last
    }

    /// Writes the settings: the old file or the new one, never half of it.
    ///
    /// # Errors
    /// If the folder cannot be made or written to.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        std::fs::create_dir_all(folder)?;
        let draft = folder.join(format!("settings.json.{}", std::process::id()));
        let mut file = std::fs::File::create(&draft)?;
        file.write_all(&serde_json::to_vec_pretty(self).map_err(std::io::Error::other)?)?;
        file.sync_all()?;
        std::fs::rename(&draft, folder.join("settings.json"))
    }

    /// Puts `path` first among the recent files.
    pub fn remember(&mut self, path: &Path) {
        self.recent.retain(|p| p != path);
        self.recent.insert(0, path.to_owned());
        self.recent.truncate(RECENT);
    }

    /// A settings file that was edited or comes from another screen must not hide the window.
    fn sanitize(&mut self) {
        let keep = |value: &mut f32, low: f32, high: f32, other: f32| {
            if !value.is_finite() || *value < low || *value > high {
                *value = other;
            }
        };
        let usual = Self::default();
        keep(&mut self.window_size[0], 400.0, 16_000.0, usual.window_size[0]);
        keep(&mut self.window_size[1], 300.0, 16_000.0, usual.window_size[1]);
        keep(&mut self.text_size, 6.0, 60.0, usual.text_size);
        keep(&mut self.interface_scale, 0.5, 4.0, 1.0);
        keep(&mut self.play_speed, 0.1, 16.0, 1.0);
        keep(&mut self.split, 0.1, 0.9, 0.5);
        keep(&mut self.left_width, 120.0, 900.0, usual.left_width);
        keep(&mut self.right_width, 160.0, 900.0, usual.right_width);
        keep(&mut self.bottom_height, 60.0, 900.0, usual.bottom_height);
        if let Zoom::Scale(scale) = &mut self.zoom {
            keep(scale, 0.05, 64.0, 1.0);
        }
        if Extensions::new(&self.extensions).is_err() {
            self.extensions = usual.extensions;
        }
        if self.window_position.is_some_and(|p| p.iter().any(|v| !v.is_finite() || v.abs() > 32_000.0)) {
            self.window_position = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_and_nonsense_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let mut settings = Settings { zoom: Zoom::Scale(1.5), text_size: f32::NAN, ..Settings::default() };
        settings.remember(Path::new("/tmp/b.pdf"));
        settings.remember(Path::new("/tmp/Prüfung.md"));
        settings.text_size = 17.0;
        settings.save(folder.path()).unwrap();
        assert_eq!(Settings::load(folder.path()), settings);
        std::fs::write(folder.path().join("settings.json"), "{\"text_size\": -4, \"unknown\": 1}").unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
        std::fs::write(folder.path().join("settings.json"), "not json").unwrap();
        assert_eq!(Settings::load(folder.path()), Settings::default());
    }
}
