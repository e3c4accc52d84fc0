package gin

import "rummygym/options"

// Options returns the options of r in the order of the fields of the struct. They read and
// set r. Their names and words are those of the CLI, of datasets and of Python.
func (r *Rules) Options() options.List {
	return options.List{
		options.Choice("episode", "extent of an episode: hands until a player reaches the target, or one hand", Hand, &r.Episode),
		options.Choice("starter", "which seat starts the first hand", SecondSeat, &r.Starter),
		options.Number("ranks", "number of ranks of the pack, from the ace up, 3 to 13", &r.Ranks),
		options.Number("suits", "number of suits of the pack, 1 to 4, in the order clubs, diamonds, hearts, spades", &r.Suits),
		options.Number("hand-size", "number of cards dealt to each player", &r.HandSize),
		options.Number("knock-limit", "maximum deadwood for a knock, in points", &r.KnockLimit),
		options.Number("gin-bonus", "points for a knock without deadwood", &r.GinBonus),
		options.Number("big-gin-bonus", "points for showing all cards in melds after the draw, without a discard; 0: there is no big gin", &r.BigGinBonus),
		options.Number("undercut-bonus", "points for an undercut: the knocker does not have less deadwood than the opponent", &r.UndercutBonus),
		options.Number("target", "points that win a match", &r.Target),
		options.Number("game-bonus", "points for the player who reaches the target, added at the end of the match", &r.GameBonus),
		options.Number("box-bonus", "points for each hand won, added at the end of the match", &r.BoxBonus),
		options.Number("max-hands", "number of hands after which a match ends; the higher score wins", &r.MaxHands),
		options.Number("max-turns", "number of turns after which a hand is void", &r.MaxTurns),
		options.Number("max-upcards", "number of upcards, after the first turn, that makes a hand void; the last is not taken; 0: no limit", &r.MaxUpcards),
		options.Number("lay-off-limit", "maximum number of lay-offs at each end of a run; 0: no limit", &r.LayOffLimit),
		options.Choice("knock-card", "what determines the maximum deadwood for a knock: --knock-limit, or the first upcard", Oklahoma, &r.KnockCard),
		options.Choice("knock-order", "order of knock and discard", KnockThenDiscard, &r.KnockOrder),
		options.Choice("throwing-back", "whether the card just taken from the pile may be discarded in the same turn", ThrowBackAllowed, &r.ThrowingBack),
		options.Choice("tie", "how equal deadwood after a knock is scored", TieScoresNothing, &r.Tie),
		options.Choice("stock-end", "how a hand ends when the stock runs out: void at two cards; at two cards, after a last chance to knock with the upcard; or void when the stock is empty", VoidWhenEmpty, &r.StockEnd),
		options.Choice("repeat", "whether the hand continues or ends when both players take and discard the same card in consecutive turns", RepeatEnds, &r.Repeat),
		options.Choice("melding", "who declares melds: the rules declare the best ones, or the players choose them one by one", ChosenMelds, &r.Melding),
		options.Choice("laying-off", "how the opponent of the knocker lays off: automatically (greedy or best), or card by card (chosen)", ChosenLayOffs, &r.LayingOff),
		options.Choice("answer", "what the opponent of the knocker does first", LayOffsFirst, &r.Answer),
	}
}

// MarshalJSON returns a JSON object of the options by name, as in datasets and in the
// output of "rummygym rules --format json".
func (r Rules) MarshalJSON() ([]byte, error) { return r.Options().MarshalJSON() }

// UnmarshalJSON sets the options that a JSON object names; the others keep their values, so
// that an object can change a preset. It does not validate. On error the rules are
// unchanged.
func (r *Rules) UnmarshalJSON(data []byte) error {
	next := *r
	if err := next.Options().UnmarshalJSON(data); err != nil {
		return err
	}
	*r = next
	return nil
}
