//! Keys to actions, from the one table.

use crate::app::{ACTIONS, Action, Command};
use egui::{Key, KeyboardShortcut, Modifiers};

/// The commands whose keys were pressed in this frame. Plain keys belong to a text field while one
/// has the focus.
pub fn pressed(ctx: &egui::Context, dialog_open: bool) -> Vec<Command> {
    let typing = ctx.text_edit_focused();
    let mut commands = Vec::new();
    for info in ACTIONS {
        let Some(shortcut) = info.shortcut else { continue };
        if (info.plain_key && typing) || (dialog_open && info.action != Action::Palette) {
            continue;
        }
        let Some(key) = Key::from_name(shortcut.key) else { continue };
        let mut modifiers = Modifiers::NONE;
        modifiers.command = shortcut.command;
        modifiers.shift = shortcut.shift;
        modifiers.alt = shortcut.alt;
        let exact =
            |i: &egui::InputState| i.modifiers.shift == shortcut.shift && i.modifiers.alt == shortcut.alt;
        let hit =
            |key| ctx.input_mut(|i| exact(i) && i.consume_shortcut(&KeyboardShortcut::new(modifiers, key)));
        if hit(key) || (key == Key::Plus && hit(Key::Equals)) {
            commands.push(Command::Run(info.action));
        }
    }
    if !typing && !dialog_open {
        let copied = ctx.input(|i| i.events.iter().any(|e| matches!(e, egui::Event::Copy)));
        if copied {
            commands.push(Command::Run(Action::Copy));
        }
    }
    commands
}
