package indian

import (
	"fmt"

	"rummygym/env/record"
)

// Text returns the rules in words, for a player who does not know the game: Markdown that also reads as
// plain text. It says what is played under these options and nothing else, so that rules with the same
// text are the same game.
func (r Rules) Text() string {
	return record.Prose("Indian Rummy",
		record.Section{Heading: "Aim", Sentences: []string{
			fmt.Sprintf("%s players. Be the first to arrange all %d cards of your hand in melds and to declare them.",
				[...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}[r.Seats], r.HandSize),
			"A game is one deal.",
		}},
		record.Section{Heading: "Cards and jokers", Sentences: r.cards()},
		record.Section{Heading: "Melds", Sentences: []string{
			"A meld has three cards or more.",
			"A pure sequence is cards of one suit in order, without jokers in the place of other cards: 4H 5H 6H.",
			"An impure sequence has jokers in the place of missing cards: 8S, a joker, TS. Jokers alone are one, too.",
			"The ace is low or high: A 2 3 or Q K A, but not K A 2.",
			"A set is three or four cards of one rank and different suits: 9C 9D 9S. Jokers may stand for missing cards.",
			"A card of the wild rank may also stand for itself, even in a pure sequence.",
		}},
		record.Section{Heading: "Deal", Sentences: []string{
			fmt.Sprintf("Each player gets %d cards,", r.HandSize),
			[...]string{Alternate: "dealt one by one in turn.", Blocks: "dealt hand by hand."}[r.Dealing],
			"Then the wildcard is turned up, and another card begins the open pile. The rest is the closed deck. Seat 0 moves first.",
		}},
		record.Section{Heading: "A turn", Sentences: r.turn()},
		record.Section{Heading: "Declaring", Sentences: r.declaring()},
		record.Section{Heading: "Dropping", Sentences: []string{
			fmt.Sprintf("At the start of a turn, before you draw, you may drop, that is, give up. This costs %s at your first turn and %s later, and %s.",
				record.Count(r.FirstDrop, "point"), record.Count(r.MiddleDrop, "point"), r.leaving()),
			record.When(r.Seats > 2, "A player with a dead hand plays no more. The last player left wins."),
		}},
		record.Section{Heading: "Score", Sentences: r.score()},
		record.Section{Heading: "Without a declaration", Sentences: r.limits()},
	)
}

// cards says which cards are in the deck and what they count.
func (r Rules) cards() []string {
	deck, also := [...]string{1: "One pack", 2: "Two packs", 3: "Three packs"}[r.Packs]+" of 52 cards", ""
	if r.Jokers > 0 {
		deck, also = deck+" and "+record.Count(r.Jokers, "printed joker")+" (JK)", ", too"
	}
	return []string{
		deck + ". 9C is the nine of clubs, TD the ten of diamonds.",
		"One card, the wildcard, is turned up and leaves the game. All cards of its rank are jokers" + also + ".",
		record.When(r.Jokers > 0, [...]string{
			NextCard:    "If it is a printed joker, aces are jokers.",
			NextNatural: "Printed jokers are passed over when it is turned up.",
		}[r.Wildcard]),
		"An ace, jack, queen or king counts 10 points, a joker 0, any other card its number.",
	}
}

// turn says what a player does in a turn.
func (r Rules) turn() []string {
	return []string{
		"Draw the top card of the closed deck or of the open pile, then discard a card on the open pile.",
		[...]string{
			TakeAny:      "You may take a joker from the pile.",
			TakeNoJokers: "You may not take a joker from the pile, unless nobody has discarded yet.",
		}[r.Taking],
		[...]string{
			ThrowBackAllowed:   "You may discard the card that you have just taken from the pile.",
			ThrowBackForbidden: "You may not discard the card that you have just taken from the pile, except to declare.",
		}[r.ThrowingBack],
		[...]string{
			KeepTop:     "When you draw from the closed deck and it is empty, the pile without its top card is shuffled to make a new one.",
			WholePile:   "When you draw from the closed deck and it is empty, the whole pile is shuffled to make a new one, and its first card begins a new pile.",
			NoRecycling: "",
		}[r.Recycling],
	}
}

// declaring says what a declaration is.
func (r Rules) declaring() []string {
	sets := "KC KD KS and 2C 2D 2H (sets)"
	if r.HandSize == 10 {
		sets = "KC KD KS (a set)"
	}
	all := []string{
		fmt.Sprintf("To declare, discard a card and show the other %d.", r.HandSize),
		"They must all be in melds, of which at least one is a pure sequence and at least one more a sequence, pure or impure. The game sorts them for you.",
		"Example: 4H 5H 6H 7H (a pure sequence); 8S, a joker, TS (an impure sequence); " + sets + ".",
	}
	if r.Declaring == ValidOnly {
		return append(all, "You can declare only if this is so.")
	}
	return append(all, fmt.Sprintf("Otherwise the declaration is wrong: it costs %s, and %s.", record.Count(r.Cap, "point"), r.leaving()))
}

// leaving says what happens when a player drops or declares wrongly.
func (r Rules) leaving() string {
	if r.Seats == 2 {
		return "the other player wins"
	}
	return "your hand is dead"
}

// score says what the players pay after a declaration.
func (r Rules) score() []string {
	const left = 10 + 9 + 4 // of the example
	return []string{
		"The player who declares wins. " + r.others() + " pays for its cards: without a pure sequence for all of them, with a pure sequence but no second sequence for all outside the pure sequence, with both for those outside melds. The game sorts them in the cheapest way.",
		record.When(r.Cap >= left, fmt.Sprintf("Example: with both sequences, KS 9H 4D outside melds cost 10 + 9 + 4 = %d.", left)),
		fmt.Sprintf("Nobody pays more than %s for its cards", record.Count(r.Cap, "point")) +
			record.When(r.Relief == AtMostFirstDrop, fmt.Sprintf(", or %d before its first turn", r.FirstDrop)) + ".",
		record.When(r.Seats == 2, "The winner gains what the other player pays."),
		record.When(r.Seats > 2, "The winner gains what all others pay, those with dead hands too."),
	}
}

// others names the players who pay when one has won.
func (r Rules) others() string {
	if r.Seats == 2 {
		return "The other player"
	}
	return "Each other player still in the game"
}

// limits says when a game ends without a declaration, and how it is scored.
func (r Rules) limits() []string {
	end := fmt.Sprintf("The game ends after %s of one turn for each player still in the game.", record.Count(r.MaxRounds, "round"))
	if r.Counting == HalfTurns {
		end = fmt.Sprintf("The game ends after %s of both players together.", record.Count(2*r.MaxRounds+1, "turn"))
	}
	return []string{
		end,
		record.When(r.Recycling == NoRecycling, "It also ends when the closed deck is empty before a turn."),
		"Then all cards are counted in the same way, and the player with the fewest points wins. " + r.others() + " pays the difference.",
		"Between equals the fewest points of all diamonds in hand decide, then of clubs, hearts and spades, then the lower seat.",
	}
}
