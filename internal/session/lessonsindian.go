package session

// indianLessons are the lessons of Indian Rummy.
var indianLessons = []Lesson{
	{
		Title: "The pure sequence",
		hands: [2]string{"KC KD KS 2C 2D 2S 8S TS JK 4H 5H QD JC", "AC AD 3C 4D 6C 8H 9D TD JS QC QH 5S 9H"}, wildcard: "7C", upcard: "6H", stock: "6D 3H",
		replies: []string{"draw stock", "discard 9D"},
		steps: []step{
			{
				text: "Be the first to declare, that is, to show {hand-size} cards that are all in melds. A meld is a set or a sequence. A set is three or four cards of one rank, such as KC KD KS. A sequence is three or more cards of one suit in order; " +
					"a joker may stand for a missing card, as in 8S JK TS. A pure sequence has no joker. You need two sequences, one of them pure.\n" +
					"Until you have a pure sequence, all your cards count against you: an ace, jack, queen or king 10 points, a joker 0, any other card its number, in all at most {cap}. " +
					"Yours count {points}. MinDist, the smallest number of cards that you still need for a declaration, is {distance}. The table names your melds, in brackets if they save no points yet.\n" +
					"Draw 6H, the top of the discard pile, which lies face up, or a card of the stock, which lies face down?",
				accept: []string{"draw pile"}, why: "4H 5H 6H is a pure sequence. Now the other melds save points too: after the best discard your hand counts {points draw pile}, not {points}.",
				wrong: map[string]string{
					"draw": "4H 5H 6H would be a pure sequence. With it your hand counts {points draw pile} after the best discard, and not {points} as now.",
					"drop": "To drop is to give up the hand for {first-drop} points. Yours is too good for that: it may need only {distance} more cards.",
				},
			}, {
				text:   "A turn ends with a discard: a card of your hand goes face up on the discard pile. Which card do you need least?",
				accept: []string{"discard QD", "discard JC"}, why: "QD and JC are in no meld and count 10 each.",
			}, {
				text:   "One card is still in no meld. The opponent discarded 9D. Take it, or draw from the stock?",
				accept: []string{"draw stock"}, why: "9D would fit none of your melds.",
				wrong: map[string]string{
					"draw": "9D fits none of your melds. The stock may have a joker, or a card that makes a meld longer.",
					"drop": "To drop is to give up the hand, now for {middle-drop} points, and your hand counts only {points}.",
				},
			}, {
				text:   "You drew 3H, which makes the pure sequence longer: 3H 4H 5H 6H. Choose a card to discard, and declare with it.",
				accept: []string{"declare QD", "declare JC"}, why: "Your other {hand-size} cards are in melds: a pure sequence, a second sequence and two sets.",
				wrong: map[string]string{"discard": "That only ends your turn. Your hand is complete: choose the card that is in no meld, and declare with it."},
			},
		},
		end: "You win {gain} points: what the opponent's hand counts, at most {cap}. Remember: first the pure sequence. Until you have it, nothing else saves points.",
	},
	{
		Title: "The second sequence",
		hands: [2]string{"4H 5H 6H KC KD KH 2C 2D 2S 9C 9D JS JK", "AC AD 3C 3D 5C 5D 6C 7H 9H TD JC QC QD"}, wildcard: "8C", upcard: "QS", stock: "7D 8D",
		replies: []string{"draw stock", "discard 3D"},
		steps: []step{
			{
				text: "You have a pure sequence, cards of one suit in order without a joker: 4H 5H 6H. You also have sets, that is, three or four cards of one rank. Still you would pay {points} points: sets save points only with a second sequence.\n" +
					"In that one, jokers may stand for missing cards. Jokers are the printed jokers and the cards of the wild rank: 8C was turned up at the deal, so all other eights are jokers in this hand.\n" +
					"Take QS from the discard pile, which lies face up, or draw from the stock, which lies face down?",
				accept: []string{"draw pile"}, why: "JS QS JK is a second sequence. Your hand counts {points draw pile} after the best discard, not {points}.",
				wrong: map[string]string{
					"draw": "With QS the joker makes a sequence, JS QS JK, and the sets save points too: your hand counts {points draw pile} after the best discard, and not {points} as now.",
					"drop": "To drop is to give up the hand for {first-drop} points. You have a pure sequence, and {distance} more cards may be enough: play on.",
				},
			}, {
				text:   "The joker can make a set with the nines or a sequence with JS and QS, but not both. Which card do you discard?",
				accept: []string{"discard 9C", "discard 9D"}, why: "The second sequence is worth more than any set.",
			}, {
				text:   "The opponent discarded 3D. Take it, or draw from the stock?",
				accept: []string{"draw stock"}, why: "3D would fit neither a set nor a sequence of yours.",
				wrong: map[string]string{
					"draw": "3D fits neither a set nor a sequence of yours. Draw from the stock.",
					"drop": "To drop is to give up the hand, now for {middle-drop} points, and your hand counts only {points}.",
				},
			}, {
				text:   "You drew 8D. It is of the wild rank, and so a joker: it can join any set or sequence. Choose a card to discard, and declare with it, that is, show your hand.",
				accept: []string{"declare 9C", "declare 9D"}, why: "All {hand-size} cards that you show are in sets and sequences.",
				wrong: map[string]string{"discard": "Your hand is complete: declare with the nine, which is in no set and no sequence."},
			},
		},
		end: "You win {gain} points. Remember: a pure sequence, then a second one, for which jokers are best, then sets.",
	},
	{
		Title: "When to drop",
		hands: [2]string{"AC 4C 8C 2D 6D JD 3H 9H KH 5S 7S QS JC", "9S 8S 6S 4H 5H 6H KC KD 2H QD JK 3S 8D"}, wildcard: "TC", upcard: "QC", stock: "7C 4D",
		steps: []step{
			{
				text: "Before your first draw you may drop, that is, give up the hand for {first-drop} points. Later that costs {middle-drop}. If the opponent declares first, that is, shows a hand that is complete, you pay what your cards count, at most {cap}.\n" +
					"So look at your cards first. Is there a pure sequence, cards of one suit in order, or the better part of one? Is there a joker, here a printed joker or a ten? Are there pairs of one rank, which may become sets?\n" +
					"Your cards count {points} points, and MinDist, the smallest number of cards that you still need, is {distance}. Draw, or drop?",
				accept: []string{"drop"}, why: "The hand has no sequence, no joker and one pair. {first-drop} points are less than such a hand loses on average.",
				wrong: map[string]string{"draw": "You need {distance} good cards or more, and have no joker. The opponent will hardly need so long, and then you pay up to {cap} points. Drop for {first-drop}."},
			},
		},
		end: "You lose {loss} points, and not up to {cap}. Remember: look before your first draw. Play on with a pure sequence, or with a joker; drop a hand that has neither, and at most one pair.",
	},
}
