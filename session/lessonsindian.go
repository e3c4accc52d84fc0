package session

// indianLessons are the lessons of Indian Rummy.
var indianLessons = []Lesson{
	{
		Title: "The pure sequence",
		hands: [2]string{"KC KD KS 2C 2D 2S 8S TS JK 4H 5H QD JC", "AC AD 3C 4D 6C 8H 9D TD JS QC QH 5S 9H"}, wildcard: "7C", upcard: "6H", stock: "6D 3H",
		replies: []string{"draw stock", "discard 9D"},
		steps: []step{
			{
				text: "Be the first to declare, that is, to show {hand-size} cards that are all in melds. A meld is a set, three or four cards of one rank such as KC KD KS, or a sequence, three or more cards of one suit in order. " +
					"A joker may stand for a missing card, as in 8S JK TS; a pure sequence has no joker. You need two sequences, one of them pure. " +
					"Without a pure sequence all your cards count against you: an ace, jack, queen or king 10 points, a joker 0, any other card its number, in all at most {cap}. Yours count {points}; MinDist {distance} says that you need at least {distance} more cards. " +
					"Draw 6H, which lies face up on the discard pile, or from the stock, the cards that lie face down?",
				accept: []string{"draw pile"},
				why:    "4H 5H 6H is a pure sequence. Now the other melds save points too: after the best discard your hand counts {points draw pile}, not {points}.",
				wrong: map[string]string{
					"draw": "6H is what you need: 4H 5H 6H is a pure sequence. With it your hand counts {points draw pile} after the best discard, and not {points} as now.",
					"drop": "To drop is to give up the hand for {first-drop} points. Yours is too good for that: it needs only {distance} cards.",
				},
			},
			{
				text:   "A turn ends with a discard: one card of your hand goes face up on the discard pile. Which card do you need least?",
				accept: []string{"discard QD", "discard JC"},
				why:    "QD and JC are in no meld and count 10 each.",
			},
			{
				text:   "One card is still in no meld. The opponent discarded 9D. Take it, or draw from the stock?",
				accept: []string{"draw stock"},
				why:    "9D would fit none of your melds.",
				wrong: map[string]string{
					"draw": "9D fits none of your melds. In the stock there may be a joker, or a card that makes a meld longer.",
					"drop": "A drop, to give up the hand, now costs {middle-drop} points, and your hand counts only {points}.",
				},
			},
			{
				text:   "3H makes the pure sequence longer: 3H 4H 5H 6H. Choose the card to discard, and declare with it.",
				accept: []string{"declare QD", "declare JC"},
				why:    "Your other {hand-size} cards are in melds, and two of these are sequences, one of them pure.",
				wrong:  map[string]string{"discard": "That only ends your turn. Your hand is complete: choose the card that is in no meld, and declare with it."},
			},
		},
		end: "You win {gain} points, which is what the opponent's hand counts. Remember: first the pure sequence. Until you have it nothing else saves points.",
	},
	{
		Title: "The second sequence",
		hands: [2]string{"4H 5H 6H KC KD KH 2C 2D 2S 9C 9D JS JK", "AC AD 3C 3D 5C 5D 6C 7H 9H TD JC QC QD"}, wildcard: "8C", upcard: "QS", stock: "7D 8D",
		replies: []string{"draw stock", "discard 3D"},
		steps: []step{
			{
				text: "You have the pure sequence 4H 5H 6H: cards of one suit in order, without a joker. Nearly all other cards are in sets, that is, have the rank of two others, and still they count {points} points: sets save points only with a second sequence. " +
					"In that one jokers may stand for missing cards. Jokers are the printed jokers, JK, and the cards of the wild rank: 8C was turned up at the deal, so all eights are jokers in this hand. " +
					"Take QS from the discard pile, or draw from the stock, the cards that lie face down?",
				accept: []string{"draw pile"},
				why:    "JS QS JK is a second sequence. Your hand counts {points draw pile} after the best discard, not {points}.",
				wrong: map[string]string{
					"draw": "With QS your joker makes a sequence, JS QS JK, and the sets save points too: your hand counts {points draw pile} after the best discard, and not {points} as now.",
					"drop": "To drop is to give up the hand for {first-drop} points. You have a pure sequence and need at least {distance} more cards: play on.",
				},
			},
			{
				text:   "The joker can make a set with the nines or a sequence with JS and QS, but not both. Which card do you discard?",
				accept: []string{"discard 9C", "discard 9D"},
				why:    "The second sequence is worth more than any set: without it no declaration is possible.",
			},
			{
				text:   "The opponent discarded 3D. Take it, or draw from the stock?",
				accept: []string{"draw stock"},
				why:    "3D would fit none of your melds.",
				wrong: map[string]string{
					"draw": "3D fits none of your melds: a set of twos takes no three, and your pure sequence has another suit. Draw from the stock.",
					"drop": "A drop, to give up the hand, now costs {middle-drop} points, and your hand counts only {points}.",
				},
			},
			{
				text:   "8D is of the wild rank, and so a joker: it can join any of your melds. Choose the card to discard, and declare with it, that is, show your hand.",
				accept: []string{"declare 9C", "declare 9D"},
				why:    "All {hand-size} cards that you show are in melds: a pure sequence, a second sequence and sets.",
				wrong:  map[string]string{"discard": "Your hand is complete: declare with the nine, the card that is in no meld."},
			},
		},
		end: "You win {gain} points. Remember: a pure sequence, then a second one, for which jokers are best, then sets.",
	},
	{
		Title: "When to drop",
		hands: [2]string{"AC 4C 8C 2D 6D JD 3H 9H KH 5S 7S QS JC", "9S 8S 6S 4H 5H 6H KC KD 2H QD JK 3S 8D"}, wildcard: "TC", upcard: "QC", stock: "7C 4D",
		steps: []step{
			{
				text: "Before your first draw you may drop: give up the hand for {first-drop} points. Later that costs {middle-drop}. If the opponent declares first, you pay what your hand counts, at most {cap}. " +
					"So look at your cards first: is there a pure sequence (cards of one suit in order), or the better part of one? Are there jokers, here JK and the tens? Are there pairs for sets? " +
					"Your cards count {points} points, and you need at least {distance} more cards. Draw, or drop?",
				accept: []string{"drop"},
				why:    "The hand has no sequence and no joker. {first-drop} points are less than it would lose on average.",
				wrong:  map[string]string{"draw": "You need at least {distance} of {hand-size} cards, and have neither a sequence nor a joker. The opponent will hardly wait so long, and then you pay up to {cap} points. Drop for {first-drop}."},
			},
		},
		end: "You lose {loss} points, and not up to {cap}. Remember: drop before your first draw if you have neither a joker nor two cards of a pure sequence; play on with a pure sequence, or with jokers and neighbours in suit.",
	},
}
