//! What every view is given: the state to read, the theme, and where to put commands.

use super::i18n::{tr, tr_with};
use super::style::semibold;
use super::theme::{Theme, space};
use crate::app::{Action, Command, State};
use egui::{Response, RichText, Ui};
use fluent_bundle::FluentValue;

/// What every view is given.
pub struct Context<'a> {
    /// What to show.
    pub state: &'a State,
    /// In which colours.
    pub theme: Theme,
    /// What the person did.
    pub commands: &'a mut Vec<Command>,
}

impl Context<'_> {
    /// Sends a command.
    pub fn send(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Runs a named action.
    pub fn run(&mut self, action: Action) {
        self.commands.push(Command::Run(action));
    }

    /// A button that runs an action, named and explained by the table.
    pub fn action_button(&mut self, ui: &mut Ui, action: Action) -> Response {
        let response = ui.button(tr(action.info().key)).on_hover_text(action_tip(action));
        if response.clicked() {
            self.run(action);
        }
        response
    }

    /// A small caption over a group, with a quieter remark behind it.
    pub fn caption(&self, ui: &mut Ui, text: &str, remark: &str) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::SMALL;
            ui.label(RichText::new(text).font(semibold(12.5)));
            if !remark.is_empty() {
                ui.label(RichText::new(remark).color(self.theme.quiet));
            }
        });
    }

    /// Quiet text.
    #[must_use]
    pub fn quiet(&self, text: impl Into<String>) -> RichText {
        RichText::new(text).color(self.theme.quiet)
    }
}

/// An action's name with its shortcut, for tooltips.
#[must_use]
pub fn action_tip(action: Action) -> String {
    let info = action.info();
    match info.shortcut {
        Some(shortcut) => format!("{}  ({shortcut})", tr(info.key)),
        None => tr(info.key),
    }
}

/// Text with one number in it.
#[must_use]
pub fn counted(key: &str, n: usize) -> String {
    tr_with(key, &[("n", FluentValue::from(n)), ("text", FluentValue::from(super::i18n::number(n)))])
}
