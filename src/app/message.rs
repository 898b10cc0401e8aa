//! Messages to the person, and their history.

/// How serious a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Something was done.
    Info,
    /// Something needs a look.
    Warning,
    /// Something failed; nothing was lost.
    Error,
}

/// One message: what happened, where, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How serious it is.
    pub severity: Severity,
    /// The text.
    pub text: String,
    /// When it came, in milliseconds since the program started.
    pub at: u64,
}

/// How many messages the history keeps.
const KEPT: usize = 500;

/// The messages of this run, the newest last.
#[derive(Debug, Default)]
pub struct Messages {
    all: Vec<Message>,
    /// How many of the newest are still shown over the window.
    showing: usize,
}

impl Messages {
    /// Adds a message. The same text as the newest one is not said twice at once.
    pub fn push(&mut self, severity: Severity, text: impl Into<String>, at: u64) {
        let text = text.into();
        if self.showing > 0 && self.all.last().is_some_and(|m| m.text == text) {
            return;
        }
        self.all.push(Message { severity, text, at });
        let extra = self.all.len().saturating_sub(KEPT);
        self.all.drain(..extra);
        self.showing = (self.showing + 1).min(3);
    }

    /// All that are kept, the oldest first.
    #[must_use]
    pub fn all(&self) -> &[Message] {
        &self.all
    }

    /// Those that still stand over the window, the oldest first.
    #[must_use]
    pub fn showing(&self) -> &[Message] {
        &self.all[self.all.len() - self.showing.min(self.all.len())..]
    }

    /// Takes message `index` of [`Messages::showing`] and those before it from the window.
    pub fn dismiss(&mut self, index: usize) {
        self.showing = self.showing.saturating_sub(index + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_history_keeps_what_the_window_no_longer_shows() {
        let mut messages = Messages::default();
        for i in 0..5 {
            messages.push(Severity::Error, format!("fault {i}"), i);
        }
        assert_eq!(messages.showing().len(), 3);
        messages.dismiss(1);
        assert_eq!(messages.showing().iter().map(|m| m.text.as_str()).collect::<Vec<_>>(), ["fault 4"]);
        messages.dismiss(0);
        assert!(messages.showing().is_empty());
        assert_eq!(messages.all().len(), 5);
    }
}
