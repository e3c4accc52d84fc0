//! A bot at one seat of a rummygym table.

use crate::bots::bot;
use crate::protocol::{Event, Name, Source};
use anyhow::{Context as _, Result, bail, ensure};
use gin_rummy::{Card, Hand, Phase, Player, Round};
use gin_rummy_engine::{
    DealerRotation, DrawAction, Layoff, Strategy, Table, TurnAction, UpcardAction, View, eaai_rules,
};

/// A bot with what its seat saw of a match.
pub struct Seat {
    bot: Box<dyn Strategy>,
    player: Player,
    scores: [u16; 2],
    hand: Vec<Event>, // from the deal of the current hand on
    knocks: bool,     // whether the bot chose to knock with its last discard
}

impl Seat {
    /// Seats the bot of a name for one match.
    pub fn new(name: &str, seat: usize, seed: u64) -> Result<Self> {
        let player = *Player::ALL
            .get(seat)
            .with_context(|| format!("seat {seat}: want 0 or 1"))?;
        Ok(Self {
            bot: bot(name, seed)?,
            player,
            scores: [0; 2],
            hand: Vec::new(),
            knocks: false,
        })
    }

    /// Takes note of what the seat sees.
    pub fn see(&mut self, event: Event) {
        match event {
            Event::Deal { .. } => self.hand = vec![event],
            Event::Score { scores } => self.scores = scores,
            Event::Pass { ref phase } if phase != "first-upcard" => {}
            Event::Other => {}
            _ => self.hand.push(event),
        }
    }

    /// Returns which of the legal actions the bot chooses.
    pub fn act(&mut self, legal: &[String]) -> Result<String> {
        if let [only] = legal {
            return Ok(only.clone()); // the draw after two passes, for which their tables ask no bot
        }
        if legal.iter().any(|action| action == "knock") {
            return Ok(if self.knocks { "knock" } else { "pass" }.into());
        }
        let table = self.table()?;
        ensure!(
            table.turn() == Some(self.player),
            "after its events the seat does not move"
        );
        let view = table.view(self.player);
        Ok(match view.phase() {
            Phase::Upcard => match self.bot.offer_upcard(&view) {
                UpcardAction::Take => "draw upcard".into(),
                UpcardAction::Pass => "pass".into(),
            },
            Phase::Draw => match self.bot.choose_draw(&view) {
                DrawAction::TakeDiscard => "draw upcard".into(),
                DrawAction::Stock => "draw stock".into(),
            },
            Phase::Discard => {
                let turn = self.bot.play_turn(&view);
                self.knocks = matches!(turn, TurnAction::Knock { .. });
                match turn {
                    TurnAction::Discard(card) | TurnAction::Knock { discard: card, .. } => {
                        Name(card).to_string()
                    }
                    TurnAction::BigGin(_) => {
                        bail!("the bot declares big gin, which these rules do not have")
                    }
                }
            }
            phase => {
                bail!("a decision in the phase {phase}: want the upcard, draw or discard phase")
            }
        })
    }

    /// Returns a table at which the seat sees what it saw. A bot gets only the view of its seat, which does
    /// not depend on where the cards lie that the seat did not see.
    fn table(&self) -> Result<Table> {
        let Some(Event::Deal {
            starter,
            hands,
            upcard,
        }) = self.hand.first()
        else {
            bail!("a decision before the first deal");
        };
        let own = &hands[self.player as usize];
        let own = own.iter().flatten().map(|name| name.0).collect();
        let (others, stock) = self.hidden(own, upcard.0);
        let dealt = match self.player {
            Player::One => [own, others],
            Player::Two => [others, own],
        };
        let dealer = if *starter == 0 {
            Player::Two
        } else {
            Player::One
        };
        let round = Round::from_deal(eaai_rules(), dealer, dealt, upcard.0, stock)?;
        let mut table = Table::new(round)
            .scores(self.scores)
            .dealer_rotation(DealerRotation::AlternateAfterScoredRound);
        for event in &self.hand[1..] {
            table.step(&mut Seen(event))?;
        }
        Ok(table)
    }

    /// Returns a hand that the opponent could have been dealt, and a stock, the last card first, that agree
    /// with what the seat saw.
    fn hidden(&self, own: Hand, upcard: Card) -> (Hand, Vec<Card>) {
        let mut taken = Hand::EMPTY; // by the opponent, from the pile
        let mut others = Hand::EMPTY;
        let mut drawn: Vec<Option<Card>> = Vec::new(); // from the stock; None: by the opponent, not shown
        for event in &self.hand[1..] {
            match *event {
                Event::Draw {
                    from: Source::Stock,
                    ref card,
                    ..
                } => drawn.push(card.as_ref().map(|name| name.0)),
                Event::Draw {
                    seat,
                    card: Some(Name(card)),
                    ..
                } if seat != self.player as usize => {
                    taken.insert(card);
                }
                Event::Discard {
                    seat,
                    card: Name(card),
                } if seat != self.player as usize && !taken.remove(card) => {
                    // Dealt to the opponent as far as there is room, drawn otherwise.
                    match drawn.iter_mut().find(|place| place.is_none()) {
                        Some(place) if others.len() == 10 => *place = Some(card),
                        _ => {
                            others.insert(card);
                        }
                    }
                }
                _ => {}
            }
        }
        let shown = drawn
            .iter()
            .flatten()
            .fold(own | others | upcard.into(), |all, &card| all | card.into());
        let mut rest = (Hand::ALL - shown).iter();
        others = rest
            .by_ref()
            .take(10_usize.saturating_sub(others.len()))
            .fold(others, |all, card| all | card.into());
        let mut stock: Vec<Card> = drawn
            .into_iter()
            .filter_map(|card| card.or_else(|| rest.next()))
            .collect();
        stock.extend(rest);
        stock.reverse();
        (others, stock)
    }
}

/// A player who makes the move of an event.
struct Seen<'a>(&'a Event);

impl Strategy for Seen<'_> {
    fn offer_upcard(&mut self, _: &View<'_>) -> UpcardAction {
        match self.0 {
            Event::Draw { .. } => UpcardAction::Take,
            _ => UpcardAction::Pass,
        }
    }

    fn choose_draw(&mut self, _: &View<'_>) -> DrawAction {
        match self.0 {
            Event::Draw {
                from: Source::Pile, ..
            } => DrawAction::TakeDiscard,
            _ => DrawAction::Stock,
        }
    }

    fn play_turn(&mut self, view: &View<'_>) -> TurnAction {
        match self.0 {
            Event::Discard { card, .. } => TurnAction::Discard(card.0),
            _ => TurnAction::BigGin(view.best_melds()), // the table refuses it
        }
    }

    fn choose_layoff(&mut self, _: &View<'_>) -> Option<Layoff> {
        None
    }
}
