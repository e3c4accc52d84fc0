//! The bots of gin-rummy-engine by name.

use anyhow::{Context as _, Result, bail};
use gin_rummy_engine::{HeuristicBot, MonteCarloBot, Strategy};
use rand::{SeedableRng as _, rngs::StdRng};

include!(concat!(env!("OUT_DIR"), "/strong.rs"));

/// Returns the bot of a name: `heuristic`, `gold`, `marjj`, or `mc` with a number of samples, as in `mc:64`.
/// Its random choices follow from the seed.
pub fn bot(name: &str, seed: u64) -> Result<Box<dyn Strategy>> {
    let strong = match name {
        "heuristic" => return Ok(Box::new(HeuristicBot::new())),
        "gold" => "gold-paper",
        "marjj" => "marjj-v5-surrogate",
        _ => {
            let mc = MonteCarloBot::new(StdRng::seed_from_u64(seed));
            return match name.strip_prefix("mc") {
                Some("") => Ok(Box::new(mc)),
                Some(of) if of.starts_with(':') => match of[1..].parse() {
                    Ok(samples @ 1..) => Ok(Box::new(mc.samples(samples))),
                    _ => bail!("{name:?}: want a number of samples of 1 or more, as in mc:64"),
                },
                _ => {
                    bail!("there is no bot {name:?}: want heuristic, gold, marjj, mc or mc:SAMPLES")
                }
            };
        }
    };
    strong::make_bot(strong, seed)?.with_context(|| format!("the crate has no bot {strong}"))
}
