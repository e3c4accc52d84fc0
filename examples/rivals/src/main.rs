//! The bots of gin-rummy-engine as players for rummygym, and rummygym's agents at its tables. See README.md.

mod arena;
mod bots;
mod protocol;
mod seat;

use anyhow::{Context as _, Result, bail, ensure};
use protocol::{Line, eaai};
use seat::Seat;
use serde_json::{Value, json};
use std::io::{BufRead as _, Write as _};
use std::time::{Duration, Instant};

const USAGE: &str = "usage: rivals serve BOT | rivals arena BOT SEED FIRST LAST COMMAND...";

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["serve", bot] => serve(bot),
        ["arena", bot, seed, first, last, _, ..] => {
            let number = |word: &str| {
                let error = || format!("{word:?}: want a number; {USAGE}");
                word.parse().with_context(error)
            };
            let pairs = number(first)?..number(last)?;
            arena::play(bot, number(seed)?, pairs, &words[5..])
        }
        _ => bail!("{USAGE}"),
    }
}

/// Plays as a bot by the agent protocol until the input ends. Then a line on standard error says how
/// many decisions the bot made, in how many seconds.
fn serve(name: &str) -> Result<()> {
    bots::bot(name, 0)?;
    let mut seat: Option<Seat> = None;
    let (mut moves, mut took) = (0, Duration::ZERO);
    let mut output = std::io::stdout().lock();
    let mut answer = |line: Value| writeln!(output, "{line}");
    for (number, line) in (1..).zip(std::io::stdin().lock().lines()) {
        let line =
            serde_json::from_str(&line?).with_context(|| format!("line {number} of the input"))?;
        match line {
            Line::Hello { game, rules } => {
                ensure!(game == "gin-match", "the game is {game}: want gin-match");
                for (option, want) in eaai() {
                    ensure!(
                        rules.get(&option) == Some(&want),
                        "the option {option} of the rules is {:?}: want {want}, as in the preset eaai",
                        rules.get(&option)
                    );
                }
                answer(json!({"type": "hello", "protocol": 1, "name": name}))?;
            }
            Line::Act(question) => {
                let start = Instant::now();
                if let Some(seed) = question.seed {
                    let seed = seed
                        .parse()
                        .with_context(|| format!("the seed {seed:?} is not a 64-bit number"))?;
                    seat = Some(Seat::new(name, question.seat, seed)?);
                }
                let seat = seat.as_mut().context("a match begins without a seed")?;
                for event in question.events {
                    seat.see(event);
                }
                let action = seat.act(&question.legal)?;
                (moves, took) = (moves + 1, took + start.elapsed());
                answer(json!({"type": "act", "table": question.table, "action": action}))?;
            }
            Line::End => seat = None,
        }
    }
    let times = json!({"rival_moves": moves, "rival_seconds": took.as_secs_f64()});
    eprintln!("{times}");
    Ok(())
}
