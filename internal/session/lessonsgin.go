package session

// ginLessons are the lessons of Gin Rummy. The table melds for the player.
var ginLessons = []Lesson{
	{
		Title: "Melds and deadwood",
		hands: [2]string{"5H 6H 7H 8H 9C 9D 2C 2S KS QD", "AC 3D 4S 6C TD JC QH KC 7S 8C"}, upcard: "9S", stock: "TH 2D",
		replies: []string{"draw stock", "8C"},
		steps: []step{
			{
				text: "Two players have {hand-size} cards each, and collect melds. A meld is a set, three or four cards of one rank, or a run, three or more cards of one suit in order, as your 5H 6H 7H 8H; the ace is low.\n" +
					"Cards in no meld are deadwood and count against you: a jack, queen or king 10 points, an ace 1, any other card its number. Yours count {points}.\n" +
					"A turn begins with a draw. At first only 9S is offered, the card of the discard pile, which lies face up. Take it, or pass?",
				accept: []string{"draw upcard"}, why: "9C 9D 9S is a set. After the best discard your deadwood is {points draw upcard}, not {points}.",
				wrong: map[string]string{"pass": "You hold two nines: with 9S they are a set. After the best discard your deadwood would be {points draw upcard}, and not {points} as now."},
			}, {
				text:   "A turn ends with a discard: one card of your hand goes face up on the discard pile. Which card?",
				accept: []string{"KS", "QD"}, why: "KS and QD are in no meld and count most. The twos count little, and a third two would make them a set.",
			}, {
				text:   "The opponent drew from the stock, which lies face down, and discarded 8C. Take 8C from the pile, or draw from the stock?",
				accept: []string{"draw stock"}, why: "8C would make no meld, and the opponent would see that you have it. Take a card from the pile if it makes a meld, and otherwise draw from the stock.",
				wrong: map[string]string{"draw": "8C makes no meld with your cards: the eight in your run has another suit. Draw an unknown card from the stock instead."},
			}, {
				text:   "You drew 2D, which makes a set of your twos. Which card do you discard?",
				accept: []string{"KS", "QD"}, why: "All your {hand-size} cards are in melds. That is gin: a hand without deadwood.",
			}, {
				text:   "You may now knock, that is, end the hand: both players show their cards. Knock, or go on?",
				accept: []string{"knock"}, why: "Nothing is better than gin.",
				wrong: map[string]string{"pass": "Your deadwood cannot fall below {points}, and with each turn the opponent's may fall. Knock: gin earns a bonus of {gin-bonus} points."},
			},
		},
		end: "You score {gain} points: the opponent's deadwood and {gin-bonus} for gin. Remember: melds save points, high cards outside melds cost most.",
	},
	{
		Title: "When to knock", starter: 1,
		hands: [2]string{"3C 4C 5C 6C 2H 2D KH 9D 5S AS", "QD QS TH JC 8C 6H 6S 3D 9H 2S"}, upcard: "QC", stock: "8H AH",
		replies: []string{"draw upcard", "2S", "draw stock", "TH"},
		steps: []step{
			{
				text: "To knock is to end the hand after a discard. Both players then show their cards, and what counts is deadwood, the cards in no set (of one rank) and no run (of one suit in order). You may knock with {knock-limit} points of deadwood or less. If the opponent has more, you score the difference.\n" +
					"You have {points} points of deadwood. The opponent took QC and discarded 2S. Take 2S from the discard pile, which lies face up, or draw from the stock, which lies face down?",
				accept: []string{"draw upcard"}, why: "2D 2H 2S is a set. Your deadwood falls from {points} to {points draw upcard} after the best discard.",
				wrong: map[string]string{"draw": "2S makes a set with 2D and 2H: your deadwood falls from {points} to {points draw upcard}. A card of the stock may help or not."},
			}, {
				text:   "Which card do you discard?",
				accept: []string{"KH"}, why: "KH counts most. You have {points KH} points of deadwood left: too many for a knock, which needs {knock-limit} or less.",
			}, {
				text:   "The opponent discarded TH. Take it, or draw from the stock?",
				accept: []string{"draw stock"}, why: "TH would make neither a set nor a run, and counts 10.",
				wrong: map[string]string{"draw": "TH makes neither a set nor a run, and 10 points are more than any card that you could discard for it. Draw from the stock."},
			}, {
				text:   "You drew AH, which makes no set, but is low. Which card do you discard?",
				accept: []string{"9D"}, why: "Your deadwood is {points 9D}: now you may knock.",
			}, {
				text:   "Knock with {points}, or go on and hope for gin, a hand without deadwood, which earns {gin-bonus} points more?",
				accept: []string{"knock"}, why: "Early in a hand a low knock is nearly always right: the opponent has had two turns, and probably has much deadwood.",
				wrong: map[string]string{"pass": "With each turn the opponent's deadwood falls too, and soon the opponent knocks. {points} is low so early: knock."},
			},
		},
		end: "You score the difference: {gain} points. Remember: knock early with what you have; late in a hand, when the opponent's deadwood may be lower than yours, only with little deadwood.",
	},
	{
		Title: "Laying off and the undercut", options: "laying-off=chosen", starter: 1,
		hands: [2]string{"JH JD JC AC 2C 3C 8S 7S 3D 2H", "8C 8H 4S 5S QC QD QH 7D KD 9C"}, upcard: "6S", stock: "KH 8D",
		replies: []string{"draw upcard", "KD", "draw stock", "9C", "knock"},
		steps: []step{
			{
				text: "The opponent took 6S, so it is probably in a meld, that is, in a set of sixes or in a run, which is of one suit in order. Then the opponent discarded KD. " +
					"Take KD from the discard pile, which lies face up, or draw from the stock, which lies face down?",
				accept: []string{"draw stock"}, why: "KD would make no meld and counts 10.",
				wrong: map[string]string{"draw": "KD makes no meld with your cards and counts 10 points. Draw from the stock."},
			}, {
				text:   "You drew KH. Which card do you discard?",
				accept: []string{"KH"}, why: "KH counts most. And 7S stays here: next to 6S the opponent could use it.",
				wrong: map[string]string{"7S": "7S may be just what the opponent wants: it took 6S. And KH counts 10 points, 7S only 7."},
			}, {
				text: "The opponent knocked, that is, ended the hand and showed its melds. Your deadwood, the cards in no meld, counts {points} points. But now you may lay off, that is, add cards to the opponent's melds, and they no longer count.\n" +
					"Which of your cards fit the run 4S 5S 6S or the set 8C 8D 8H?",
				accept: []string{"7S", "8S"}, why: "It fits and no longer counts.",
				wrong: map[string]string{"pass": "You would keep {points} points. Two of your cards fit the opponent's melds: 7S continues the run 4S 5S 6S. 8S fits the eights, and after 7S also the run."},
			}, {
				text:   "You have {points} points left. Lay off the other card too?",
				accept: []string{"7S", "8S"}, why: "Now your deadwood is lower than the opponent's.",
				wrong: map[string]string{"pass": "Your other spade fits too, and each point counts: lay it off."},
			}, {
				text:   "You have {points} points left, and nothing more fits: lay off no more.",
				accept: []string{"pass"}, why: "The hand is counted.",
			},
		},
		end: "That is an undercut: the opponent knocked, but your deadwood is as low or lower. You get {undercut-bonus} points and the difference, {gain} in all. Remember: who knocks late or with much deadwood risks an undercut; and keep low cards and cards that may be laid off.",
	},
}
