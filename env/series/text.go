package series

import (
	"fmt"

	"rummygym/env/record"
)

// Sections returns the rules of the match in words, to follow those of its deals. It says what is played under these options
// and nothing else, so that rules with the same text are the same match.
func (r Rules) Sections() []record.Section {
	switch r.Format {
	case Pool:
		return []record.Section{{Heading: "Match", Sentences: r.pool()}, {Heading: "End of the match", Sentences: r.poolEnd()}}
	case Deals:
		return []record.Section{{Heading: "Match", Sentences: r.chips()}}
	}
	return []record.Section{{Heading: "Match", Sentences: r.race()}, {Heading: "Score of the match", Sentences: r.raceScore()}}
}

// Guide tells how the match is played, in sentences of Sections, and what counts in it beside its deals.
func (r Rules) Guide() (step string, scores []record.Price) {
	switch r.Format {
	case Pool:
		return record.Paragraph(append(r.pool()[:3:3], r.poolEnd()[0])...), nil
	case Deals:
		all := r.chips()
		return record.Paragraph(all[0], all[1], all[3]), nil
	}
	all := r.race()
	step = all[0]
	if r.Games > 1 {
		step = record.Paragraph(all[0], all[2])
	}
	price := func(what string, n int) {
		if n > 0 {
			scores = append(scores, record.Price{What: what, Points: record.Count(n, "point")})
		}
	}
	price("A game won", r.GameBonus)
	if r.ShutOut == ShutOutBonus {
		price("A game won if the loser has won no hand", 2*r.GameBonus)
	}
	price("Each hand won", r.BoxBonus)
	return step, scores
}

// again says how the deals follow each other.
const again = "The next deal begins at once. The player after the one who began the last deal begins it."

// pool says how a pool is played.
func (r Rules) pool() []string {
	all := []string{
		fmt.Sprintf("A pool of %d: each player puts %s into the pool.", r.Limit, record.Count(r.Entry, "point")),
		"What you pay in a deal is added to your score; the winner adds nothing.",
		fmt.Sprintf("A player with %s or more is out and is not dealt in again.", record.Count(r.Limit, "point")),
		again,
	}
	times := fmt.Sprintf("at most %d times", r.Rejoins)
	switch r.Rejoins {
	case 0:
		return all
	case 1:
		times = "once"
	}
	return append(all,
		fmt.Sprintf("A player who has just gone out may join again for another %s, %s.", record.Count(r.Entry, "point"), times),
		fmt.Sprintf("A player who joins again has one point more than the highest score of those who stayed in, and may join only if none of them has more than %d.", r.Limit-r.Drop-2))
}

// poolEnd says how a pool ends.
func (r Rules) poolEnd() []string {
	split := ""
	if r.Seats > 2 {
		split = [...]string{
			NoSplit:   "",
			AutoSplit: fmt.Sprintf("When two or three players are left and each of them has %d or more, they share the pool in equal parts.", r.Limit-r.Drop-1),
			AgreedSplit: "When two players are left, they are asked after each deal whether to share the pool. If both agree, the one who can drop more often before going out gets an entry for each such drop, and the rest is shared in equal parts." +
				" They are not asked if these drops are as many as the entries in the pool.",
		}[r.Split]
	}
	return []string{
		"The last player left gets the pool.", split,
		fmt.Sprintf("After %s the players with the lowest score share it.", record.Count(r.MaxDeals, "deal")),
		"You gain what you get from the pool less your entries.",
		record.When(r.Seats > 2, "A point left over after sharing goes to the lower seat."),
	}
}

// chips says how a match for chips is played.
func (r Rules) chips() []string {
	return []string{
		fmt.Sprintf("%s. Each player puts %s into the pool and begins with %d chips.", record.Count(r.Deals, "deal"), record.Count(r.Entry, "point"), r.Deals*r.Chips),
		"In each deal the other players pay the winner in chips.",
		again,
		"After the last deal the player with the most chips gets the pool, and you gain what you get less your entry.",
		"If several players tie for the most, only they play more deals, until one of them has more.",
		fmt.Sprintf("After %s in all they share the pool; a point left over goes to the lower seat.", record.Count(r.MaxDeals, "deal")),
	}
}

// race says how a race is played.
func (r Rules) race() []string {
	all := []string{
		fmt.Sprintf("Hands are played until a player has %s or more.", record.Count(r.Target, "point")),
		"After the first hand the players take turns to begin; after a hand without a score the same player begins again.",
	}
	if r.Games > 1 {
		all[0] = fmt.Sprintf("Three games are played at once, each until a player has %s or more in it.", record.Count(r.Target, "point"))
		all = append(all, "The first hand that you win counts in the first game, the second in the first and the second game, and all later ones in all three.",
			"A game that has ended is passed over: your next win then counts for the first time in the game after it.")
	}
	return append(all, fmt.Sprintf("The match also ends after hand number %d.", r.MaxDeals))
}

// raceScore says what counts at the end of a race.
func (r Rules) raceScore() []string {
	return []string{
		"You gain your points less those of the other player" + record.When(r.Games > 1, ", in all games together") + ".",
		record.When(r.GameBonus > 0, fmt.Sprintf("The player who reaches %d first gets %s more%s.", r.Target, record.Count(r.GameBonus, "point"), record.When(r.Games > 1, " in this game"))),
		record.When(r.BoxBonus > 0, fmt.Sprintf("Each hand won counts %s more%s.", record.Count(r.BoxBonus, "point"), record.When(r.Games > 1, " in each game that it counts in"))),
		[...]string{
			NoShutOut:    "",
			ShutOutBonus: record.When(r.GameBonus > 0, "If the loser has won no hand"+record.When(r.Games > 1, " of a game")+", these points for the game count twice."),
			ShutOutTotal: "If the loser has won no hand" + record.When(r.Games > 1, " of a game") + ", the whole difference counts twice.",
		}[r.ShutOut],
	}
}
