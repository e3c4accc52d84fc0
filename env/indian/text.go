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
			fmt.Sprintf("%s players. Be the first to declare: to show a hand of %d cards that are all in melds.",
				[...]string{2: "Two", 3: "Three", 4: "Four", 5: "Five", 6: "Six"}[r.Seats], r.HandSize),
			"A game is one deal. The players are called by their seats, which are numbered from 0.",
		}},
		record.Section{Heading: "Cards and jokers", Sentences: r.cards()},
		record.Section{Heading: "Melds", Sentences: []string{
			"A meld is a sequence or a set. It has three cards or more, and a card is in one meld only.",
			"A pure sequence is cards of one suit in order, without jokers in the place of other cards: 4H 5H 6H.",
			"An impure sequence has jokers in the place of missing cards: 8S, a joker, TS. Three or more jokers alone are an impure sequence, too.",
			"The ace is low or high: A 2 3 or Q K A, but not K A 2.",
			"A set is three or four cards of one rank and different suits: 9C 9D 9S. Jokers may stand for missing suits, but not for all.",
			"A card of the wild rank may also be used as itself, even in a pure sequence.",
		}},
		record.Section{Heading: "Deal", Sentences: []string{
			fmt.Sprintf("Each player gets %d cards,", r.HandSize),
			[...]string{Alternate: "dealt one by one in turn.", Blocks: "all cards of one hand before the next."}[r.Dealing],
			"Then the wildcard is turned up, and another card begins the discard pile (open pile). The rest is the stock (closed deck). Seat 0 moves first, then the others in order.",
		}},
		record.Section{Heading: "A turn", Sentences: r.turn()},
		record.Section{Heading: "Declaring", Sentences: r.declaring()},
		record.Section{Heading: "Dropping", Sentences: []string{
			fmt.Sprintf("At the start of a turn, before you draw, you may drop, that is, give up the game. This costs %s at your first turn and %s later, and %s.",
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
		"One card, the wildcard, is turned up and set aside. Its rank is the wild rank, and the other cards of this rank are jokers" + also + ".",
		record.When(r.Jokers > 0, [...]string{
			NextCard:    "If the wildcard is a printed joker, the wild rank is the ace.",
			NextNatural: "The wildcard is never a printed joker: the next card that is none is turned up.",
		}[r.Wildcard]),
		"An ace, jack, queen or king counts 10 points, a joker 0, any other card its number.",
	}
}

// turn says what a player does in a turn.
func (r Rules) turn() []string {
	return []string{
		"Draw the top card of the stock or of the discard pile, then put one card of your hand on the discard pile.",
		[...]string{
			TakeAny:      "You may take a joker from the pile.",
			TakeNoJokers: "You may not take a joker from the pile, unless nobody has discarded yet.",
		}[r.Taking],
		[...]string{
			ThrowBackAllowed:   "You may discard the card that you have just taken from the pile.",
			ThrowBackForbidden: "You may not discard the card that you have just taken from the pile, except to declare.",
		}[r.ThrowingBack],
		[...]string{
			KeepTop:     "If the stock is empty when you draw from it, the pile without its top card is shuffled and becomes the stock.",
			WholePile:   "If the stock is empty when you draw from it, the whole pile is shuffled and becomes the stock, and its first card begins a new pile.",
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
		fmt.Sprintf("After drawing you may declare instead of an ordinary discard: discard a card and show the other %d.", r.HandSize),
		"They must all be in melds. At least two melds must be sequences, and at least one of these must be pure. The game sorts the cards for you.",
		"Example: 4H 5H 6H 7H (a pure sequence); 8S, a joker, TS (an impure sequence); " + sets + ".",
	}
	if r.Declaring == ValidOnly {
		return append(all, "You can declare only if your cards fulfil this.")
	}
	return append(all, fmt.Sprintf("With other cards a declaration is wrong: it costs %s, and %s.", record.Count(r.Cap, "point"), r.leaving()))
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
		"The player who declares wins. " + r.others() + " pays the points of some of its cards. Without a pure sequence these are all cards. With a pure sequence but no second sequence they are all cards outside the pure sequence. With both they are the cards outside melds. The game sorts the cards in the cheapest way.",
		record.When(r.Cap >= left, fmt.Sprintf("Example: with both sequences, and KS 9H 4D outside melds, the player pays 10 + 9 + 4 = %d.", left)),
		fmt.Sprintf("A player pays at most %s for its cards", record.Count(r.Cap, "point")) +
			record.When(r.Relief == AtMostFirstDrop, fmt.Sprintf(", and at most %d if it has not had a turn", r.FirstDrop)) + ".",
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
	end := fmt.Sprintf("The game ends after %s. In a round each player still in the game has one turn.", record.Count(r.MaxRounds, "round"))
	if r.Counting == HalfTurns {
		end = fmt.Sprintf("The game ends after %s, those of both players counted.", record.Count(2*r.MaxRounds+1, "turn"))
	}
	return []string{
		end,
		record.When(r.Recycling == NoRecycling, "It also ends when the stock is empty before a turn."),
		"Then the hands of the players still in the game are counted in the same way, and the player with the fewest points wins. " + r.others() + " pays the difference.",
		"If players have equally few, the one whose diamonds, also those in melds, count fewer points wins; if these are equal too, clubs decide, then hearts, then spades, then the lower seat.",
	}
}
