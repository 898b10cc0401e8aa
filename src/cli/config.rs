//! The config file, and over it what the flags say.

use super::args::CleanArgs;
use crate::chunk::Config;
use crate::extract::clean::{Cleaning, Switch};

/// Reads the config file, or takes what holds without one, and sets the switches that are named.
///
/// # Errors
/// A sentence: the file cannot be read or is wrong, or there is no switch of a name.
pub(super) fn read(args: &CleanArgs) -> Result<Config, String> {
    let mut config = match &args.config {
        None => Config::default(),
        Some(path) => {
            let text = std::fs::read_to_string(path)
                .map_err(|error| format!("the config {} cannot be read: {error}", path.display()))?;
            Config::from_toml(&text, &path.to_string_lossy()).map_err(|error| error.to_string())?
        }
    };
    set(&mut config.clean, &args.clean, true, "--clean")?;
    set(&mut config.clean, &args.no_clean, false, "--no-clean")?;
    Ok(config)
}

fn set(cleaning: &mut Cleaning, names: &[String], on: bool, flag: &str) -> Result<(), String> {
    for name in names.iter().map(|n| n.trim()).filter(|n| !n.is_empty()) {
        let switch = Switch::parse(name).map_err(|error| format!("{flag}: {error}"))?;
        cleaning.set(switch, Some(on));
    }
    Ok(())
}
