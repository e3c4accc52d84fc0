//! The tables of gin-rummy-engine, with an agent of rummygym as one of the players.

use crate::bots::bot;
use crate::protocol::{Name, eaai};
use anyhow::{Context as _, Result, bail};
use gin_rummy::{
    Game, Hand, Meld, MeldKind, Phase, Player, Round, RoundResult, best_melds, deadwood,
};
use gin_rummy_engine::{
    DealerRotation, DrawAction, HeuristicBot, Layoff, Strategy, Table, TurnAction, UpcardAction,
    View, eaai_rules,
};
use rand::{RngExt as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::ops::Range;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// Plays pairs of matches between a bot and a command that speaks the agent protocol, and writes one
/// line for each match. The matches of a pair have the same deals, and the players change seats. The
/// same seed and number give the same pair.
pub fn play(name: &str, seed: u64, pairs: Range<u64>, command: &[String]) -> Result<()> {
    let mut agent = Agent::start(command)?;
    for pair in pairs {
        let seed = seed ^ (pair << 32);
        for seat in Player::ALL {
            agent.sit(seat, seed);
            let scores = play_match(&mut agent, &mut *bot(name, seed)?, seed)?;
            agent.end()?;
            let line = json!({
                "agent": agent.name, "pair": pair, "seat": seat as usize, "scores": scores,
                "moves": agent.moves, "seconds": agent.took.as_secs_f64(),
            });
            println!("{line}");
        }
    }
    Ok(())
}

/// Plays a match by the rules of the EAAI challenge, and returns the scores.
fn play_match(agent: &mut Agent, rival: &mut dyn Strategy, seed: u64) -> Result<[u16; 2]> {
    let mut deals = StdRng::seed_from_u64(seed);
    let mut dealer = if deals.random() {
        Player::One
    } else {
        Player::Two
    };
    let mut game = Game::new(eaai_rules(), dealer);
    for number in 1.. {
        let mut table = Table::new(Round::deal(eaai_rules(), dealer, &mut deals))
            .scores(Player::ALL.map(|player| game.score(player)))
            .dealer_rotation(DealerRotation::AlternateAfterScoredRound);
        agent.see(dealt(table.round(), number, agent.seat));
        let mut spread = Vec::new();
        while let Some(player) = table.turn() {
            let before = table.round().clone();
            let to_move: &mut dyn Strategy = if player == agent.seat { agent } else { rival };
            table.step(to_move)?;
            for event in moved(&before, table.round(), player, agent.seat, &mut spread) {
                agent.see(event);
            }
        }
        let result = table.round().result().context("a hand without a result")?;
        game.record(result)?;
        let scores = Player::ALL.map(|player| game.score(player));
        if game.is_over() {
            return Ok(scores);
        }
        agent.see(scored(table.round(), result, number, scores));
        if result.winner().is_some() {
            dealer = dealer.opponent();
        }
    }
    bail!("a match without an end")
}

fn names(cards: Hand) -> Vec<String> {
    cards.iter().map(|card| Name(card).to_string()).collect()
}

/// Returns the event of a deal, as a seat sees it.
fn dealt(round: &Round, number: usize, seat: Player) -> Value {
    let hands = Player::ALL.map(|player| (player == seat).then(|| names(round.hand(player))));
    json!({
        "type": "deal", "hand": number, "starter": round.non_dealer() as usize, "hands": hands,
        "upcard": Name(round.initial_upcard()), "stock_size": round.stock().len(),
    })
}

/// Returns the events of a move, as a seat sees them. The spread is kept by rummygym's rules, where a
/// card that fits a run and a set goes onto the run.
fn moved(
    before: &Round,
    after: &Round,
    player: Player,
    seat: Player,
    spread: &mut Vec<Meld>,
) -> Vec<Value> {
    let by = player as usize;
    let pass = |phase: &str| json!({"type": "pass", "seat": by, "phase": phase});
    let meld = |player: Player, cards| json!({"type": "meld", "seat": player as usize, "cards": names(cards)});
    let defended = |defender: Player| -> Vec<Value> {
        let melds = best_melds(after.hand(defender));
        let end = json!({"type": "pass", "seat": defender as usize, "phase": "defender-melds"});
        melds
            .iter()
            .map(|of| meld(defender, of.cards()))
            .chain([end])
            .collect()
    };
    let gained = (after.hand(player) - before.hand(player)).iter().next();
    let lost = (before.hand(player) - after.hand(player)).iter().next();
    match (before.phase(), gained, lost) {
        (Phase::Upcard, None, _) => vec![pass("first-upcard")],
        (_, Some(card), _) if after.stock().len() == before.stock().len() => {
            vec![json!({"type": "draw", "seat": by, "from": "pile", "card": Name(card)})]
        }
        (_, Some(card), _) if player == seat => {
            vec![json!({"type": "draw", "seat": by, "from": "stock", "card": Name(card)})]
        }
        (_, Some(_), _) => vec![json!({"type": "draw", "seat": by, "from": "stock"})],
        (Phase::Discard, _, Some(card)) => {
            let mut events = vec![json!({"type": "discard", "seat": by, "card": Name(card)})];
            if after.knocker().is_some() {
                events
                    .push(json!({"type": "knock", "seat": by, "cards": names(after.hand(player))}));
                *spread = after.spread().collect();
                events.extend(spread.iter().map(|of| meld(player, of.cards())));
                events.push(pass("knocker-melds"));
                if after.phase() == Phase::Finished {
                    events.extend(defended(player.opponent())); // there are no lay-offs after gin
                }
            }
            events
        }
        (_, _, Some(card)) => {
            let fits = spread
                .iter_mut()
                .filter_map(|of| of.extended(card).map(|with| (of, with)));
            let Some((onto, with)) = fits.min_by_key(|(of, _)| of.kind() == MeldKind::Set) else {
                return Vec::new(); // it fits one, or the table had refused it
            };
            let event = json!({"type": "lay-off", "seat": by, "card": Name(card), "onto": names(onto.cards())});
            *onto = with;
            vec![event]
        }
        _ => [pass("lay-off")]
            .into_iter()
            .chain(defended(player))
            .collect(),
    }
}

/// Returns the event of the score of a hand.
fn scored(round: &Round, result: RoundResult, number: usize, scores: [u16; 2]) -> Value {
    let scored = Player::ALL.map(|player| {
        if result.winner() == Some(player) {
            result.points(round.rules())
        } else {
            0
        }
    });
    let ending = match result {
        RoundResult::Knock { .. } => "knock",
        RoundResult::Undercut { .. } => "undercut",
        RoundResult::Gin { .. } | RoundResult::BigGin { .. } => "gin",
        _ => "void",
    };
    let mut event = json!({"type": "score", "hand": number, "ending": ending, "scored": scored, "scores": scores});
    if let (Some(winner), Some(knocker)) = (result.winner(), round.knocker()) {
        let shown = round.spread().fold(Hand::EMPTY, |all, of| all | of.cards());
        let left = Player::ALL.map(|player| {
            let hand = round.hand(player);
            if player == knocker {
                hand - shown
            } else {
                best_melds(hand).deadwood_cards()
            }
        });
        event["winner"] = json!(winner as usize);
        event["points"] =
            json!(left.map(|cards| cards.iter().map(|card| card.rank.deadwood()).sum::<u8>()));
        event["hands"] = json!(left.map(names));
    }
    event
}

/// A program that plays by the agent protocol. It draws, discards and knocks; it melds and lays off as the
/// heuristic bot does, since the rules do so at rummygym's tables. What goes wrong with it ends this program:
/// a Strategy returns no errors.
struct Agent {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    name: Value,
    seat: Player,
    seed: Option<u64>,
    events: Vec<Value>,
    ahead: bool, // it has seen its discard, of which it will be told
    moves: u32,
    took: Duration,
}

impl Agent {
    fn start(command: &[String]) -> Result<Self> {
        let mut child = Command::new(&command[0])
            .args(&command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command:?}"))?;
        let input = child.stdin.take().context("the agent has no input")?;
        let output = BufReader::new(child.stdout.take().context("the agent has no output")?);
        let mut agent = Self {
            child,
            input,
            output,
            name: Value::Null,
            seat: Player::One,
            seed: None,
            events: Vec::new(),
            ahead: false,
            moves: 0,
            took: Duration::ZERO,
        };
        // Here the knocker chooses melds, and the opponent lays off card by card and melds then.
        let mut rules = eaai();
        let here = json!({
            "melding": "chosen", "laying-off": "chosen", "answer": "lay-offs-first", "lay-off-limit": 0,
            "starter": "random", "max-turns": 250, "max-deals": 1000,
        });
        rules.extend(here.as_object().cloned().unwrap_or_default());
        agent.send(&json!({"type": "hello", "protocol": 1, "game": "gin-match", "rules": rules, "seats": 2}))?;
        agent.name = agent.receive()?["name"].take();
        Ok(agent)
    }

    fn send(&mut self, line: &Value) -> Result<()> {
        writeln!(self.input, "{line}")?;
        Ok(self.input.flush()?)
    }

    fn receive(&mut self) -> Result<Value> {
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            bail!("the agent ended ({})", self.child.wait()?);
        }
        serde_json::from_str(&line).with_context(|| format!("the agent's answer {line:?}"))
    }

    fn sit(&mut self, seat: Player, seed: u64) {
        (self.seat, self.seed, self.moves, self.took) = (seat, Some(seed), 0, Duration::ZERO);
        self.events.clear();
    }

    /// Tells the agent what its seat sees, at its next decision.
    fn see(&mut self, event: Value) {
        if !std::mem::take(&mut self.ahead) {
            self.events.push(event);
        }
    }

    fn end(&mut self) -> Result<()> {
        self.send(&json!({"type": "end", "table": 0, "gains": null}))
    }

    fn ask(&mut self, legal: &[String]) -> String {
        let start = Instant::now();
        let events = std::mem::take(&mut self.events);
        let mut question = json!({"type": "act", "table": 0, "seat": self.seat as usize, "events": events, "legal": legal, "ms": 60_000});
        if let Some(seed) = self.seed.take() {
            question["seed"] = json!(seed.to_string());
        }
        let answer = self
            .send(&question)
            .and_then(|()| self.receive())
            .unwrap_or_else(|error| fail(&error));
        (self.moves, self.took) = (self.moves + 1, self.took + start.elapsed());
        match answer["action"].as_str() {
            Some(action) if legal.iter().any(|a| a == action) => action.into(),
            _ => fail(&anyhow::anyhow!(
                "the agent's answer {answer}: want one of {legal:?}"
            )),
        }
    }
}

fn fail(error: &anyhow::Error) -> ! {
    eprintln!("rivals: {error:#}");
    std::process::exit(1)
}

impl Strategy for Agent {
    fn offer_upcard(&mut self, _: &View<'_>) -> UpcardAction {
        match &*self.ask(&["draw upcard".into(), "pass".into()]) {
            "pass" => UpcardAction::Pass,
            _ => UpcardAction::Take,
        }
    }

    fn choose_draw(&mut self, _: &View<'_>) -> DrawAction {
        match &*self.ask(&["draw upcard".into(), "draw stock".into()]) {
            "draw stock" => DrawAction::Stock,
            _ => DrawAction::TakeDiscard,
        }
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        let mut legal = view.hand();
        view.taken_discard().map(|card| legal.remove(card));
        let answer = self.ask(&names(legal));
        let discard = answer
            .parse::<Name>()
            .unwrap_or_else(|error| fail(&error))
            .0;
        let rest = view.hand() - discard.into();
        if deadwood(rest) > view.knock_limit() {
            return TurnAction::Discard(discard);
        }
        let seat = self.seat as usize;
        self.events
            .push(json!({"type": "discard", "seat": seat, "card": Name(discard)}));
        let knocks = self.ask(&["pass".into(), "knock".into()]) == "knock";
        self.ahead = true;
        if knocks {
            return TurnAction::Knock {
                discard,
                melds: best_melds(rest),
            };
        }
        self.events
            .push(json!({"type": "pass", "seat": seat, "phase": "knock-or-pass", "private": true}));
        TurnAction::Discard(discard)
    }

    fn choose_layoff(&mut self, view: &View<'_>) -> Option<Layoff> {
        HeuristicBot::new().choose_layoff(view)
    }
}
