//! The program: the window without arguments or with files, the command line with a subcommand.

fn main() {}
