//! The state of the program and the one place that changes it; knows no window.
