//! The parts of rummygym's agent protocol (docs/protocol.md) and of its events (docs/records.md) that
//! the bots need.

use anyhow::{Context as _, Error};
use gin_rummy::Card;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::{fmt, str::FromStr};

/// A card under rummygym's name, such as TD.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(pub Card);

impl FromStr for Name {
    type Err = Error;
    fn from_str(name: &str) -> Result<Self, Error> {
        name.parse()
            .map(Self)
            .with_context(|| format!("{name:?} is not a card: want a name such as TD"))
    }
}

impl TryFrom<String> for Name {
    type Error = Error;
    fn try_from(name: String) -> Result<Self, Error> {
        name.parse()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.rank, self.0.suit.letter())
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.to_string()
    }
}

/// A line of the engine.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    Hello {
        game: String,
        rules: Map<String, Value>,
    },
    Act(Question),
    End,
}

/// Asks for a decision. The first of a match has a seed.
#[derive(Deserialize)]
pub struct Question {
    pub table: usize,
    pub seat: usize,
    pub seed: Option<String>,
    pub events: Vec<Event>,
    pub legal: Vec<String>,
}

/// What the seat saw.
#[derive(Clone, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    Deal {
        starter: usize,
        hands: [Option<Vec<Name>>; 2],
        upcard: Name,
    },
    Pass {
        phase: String,
    },
    Draw {
        seat: usize,
        from: Source,
        card: Option<Name>,
    },
    Discard {
        seat: usize,
        card: Name,
    },
    Score {
        scores: [u16; 2],
    },
    #[serde(other)]
    Other,
}

/// Where a card is drawn.
#[derive(Clone, Copy, Deserialize, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    Stock,
    Pile,
}

/// The rules that both tables share, by the names of rummygym's options.
pub fn eaai() -> Map<String, Value> {
    let rules = json!({
        "ranks": 13, "suits": 4, "hand-size": 10, "knock-limit": 10, "knock-card": "fixed",
        "knock-order": "discard-then-knock", "throwing-back": "forbidden", "stock-end": "void-at-two",
        "repeat": "allowed", "max-upcards": 0, "tie": "undercuts", "gin-bonus": 25, "undercut-bonus": 25,
        "big-gin-bonus": 0, "box-bonus": 0, "game-bonus": 0, "shut-out": "none", "games-at-once": 1,
        "target": 100,
    });
    rules.as_object().cloned().unwrap_or_default()
}
