//! Keys to actions, from the one table.

use crate::app::{ACTIONS, Action, Command, Mode, Shortcut};
use egui::{Event, Key};

/// Who has the keyboard.
#[derive(Clone, Copy, Debug)]
pub struct Keyboard {
    /// A box over the window is open.
    pub dialog: bool,
    /// A text field has the focus, or gets it in this frame.
    pub typing: bool,
    /// A view has the focus, or nothing has: keys that press buttons and move in lists are free.
    pub free: bool,
    /// The mode.
    pub mode: Mode,
}

/// Keys that a button or a list needs while it has the focus.
const NEEDED: [Key; 4] = [Key::Space, Key::ArrowLeft, Key::ArrowRight, Key::Escape];

/// The commands whose keys were pressed in this frame. Plain keys belong to a text field while one
/// has the focus; what is typed in one frame with a command's key goes where that leads.
pub fn pressed(ctx: &egui::Context, keyboard: Keyboard) -> Vec<Command> {
    let mut commands = Vec::new();
    for plain in [false, true] {
        if plain && (keyboard.typing || !commands.is_empty()) {
            break;
        }
        for info in ACTIONS.iter().filter(|i| i.plain_key == plain && i.scope.holds(keyboard.mode)) {
            if keyboard.dialog && info.action != Action::Palette {
                continue;
            }
            let Some(shortcut) = info.shortcut else { continue };
            if let Some(key) = Key::from_name(shortcut.key)
                && (keyboard.free || !plain || !NEEDED.contains(&key))
                && hit(ctx, shortcut, key)
            {
                commands.push(Command::Run(info.action));
            }
        }
    }
    if !keyboard.typing && !keyboard.dialog {
        let copied = ctx.input(|i| i.events.iter().any(|e| matches!(e, Event::Copy)));
        if copied {
            commands.push(Command::Run(Action::Copy));
        }
    }
    commands
}

/// Takes the key's presses out of the frame. The modifiers are those of the press, not those at the frame's end:
/// in a slow frame they may have been let go already.
fn hit(ctx: &egui::Context, shortcut: Shortcut, key: Key) -> bool {
    let meant = |event: &Event, key: Key| {
        matches!(event, Event::Key { key: pressed, pressed: true, modifiers, .. }
            if *pressed == key
                && modifiers.command == shortcut.command
                && modifiers.shift == shortcut.shift
                && modifiers.alt == shortcut.alt)
    };
    let hit = |key| {
        ctx.input_mut(|i| {
            let before = i.events.len();
            i.events.retain(|event| !meant(event, key));
            i.events.len() < before
        })
    };
    hit(key) || (key == Key::Plus && hit(Key::Equals))
}
