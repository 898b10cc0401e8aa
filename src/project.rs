//! A project on disk: SQLite, edits and undo, import and export formats.
