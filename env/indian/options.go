package indian

import "rummygym/options"

// Options returns the options of r in the order of the fields of the struct. They read and
// set r. Their names and words are those of the CLI, of datasets and of Python.
func (r *Rules) Options() options.List {
	return options.List{
		options.Number("seats", "number of players, 2 to 6", &r.Seats),
		options.Number("packs", "number of packs, 1 to 3", &r.Packs),
		options.Number("ranks", "number of ranks of the pack, from the ace up, 3 to 13", &r.Ranks),
		options.Number("suits", "number of suits of the pack, 1 to 4, in the order clubs, diamonds, hearts, spades", &r.Suits),
		options.Number("jokers", "number of printed jokers in the whole deck, 0 to 8", &r.Jokers),
		options.Number("hand-size", "number of cards dealt to each player", &r.HandSize),
		options.Number("first-drop", "points paid for a drop at the player's first turn", &r.FirstDrop),
		options.Number("middle-drop", "points paid for a later drop", &r.MiddleDrop),
		options.Number("cap", "maximum cost of a hand, and cost of a wrong declaration, in points", &r.Cap),
		options.Number("max-rounds", "number of rounds after which the lowest MinScore wins", &r.MaxRounds),
		options.Choice("requirement", "sequences that a declaration needs: a pure one and another one, a pure one, none, or two pure ones", TwoPure, &r.Requirement),
		options.Choice("dealing", "order of the deal", Blocks, &r.Dealing),
		options.Choice("wildcard", "the card that determines the wild rank; a printed joker makes aces wild, or is skipped; with none there is no wild rank", NoWildcard, &r.Wildcard),
		options.Choice("recycling", "how an empty closed deck is replaced: by the pile without its top, by the whole pile, or not at all", NoRecycling, &r.Recycling),
		options.Choice("counting", "how rounds are counted", HalfTurns, &r.Counting),
		options.Choice("relief", "what a loser who has not yet had a turn pays", NoRelief, &r.Relief),
		options.Choice("taking", "which cards may be drawn from the open pile", TakeNoJokers, &r.Taking),
		options.Choice("throwing-back", "whether the card just taken from the pile may be discarded in the same turn", ThrowBackForbidden, &r.ThrowingBack),
		options.Choice("declaring", "which declarations are legal actions", AnyCards, &r.Declaring),
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
