package series

import (
	"fmt"
	"strings"

	"rummygym/env/game"
)

// String returns the match as the observer sees it, in a few lines of text.
func (o *Observation) String() string {
	if o.Deals == 0 {
		return "not dealt\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "deal %d", o.Deals)
	switch o.Phase {
	case Over:
		b.WriteString(": the match is over")
	case Rejoining, Splitting:
		fmt.Fprintf(&b, ": seat %d is asked: %v", o.Mover, o.Phase)
	}
	writeScores(&b, o.Rules, o.In, &o.Scores, o.Games[:o.Rules.Games])
	writeSeats(&b, o.Seats)
	return b.String() + fmt.Sprint(o.Deal)
}

// String returns the whole match, for spectators and records, with all cards of the current or last deal.
func (s *State) String() string {
	if !s.dealt() {
		return "not dealt\n"
	}
	var o Observation
	s.Observe(0, &o)
	var b strings.Builder
	fmt.Fprintf(&b, "deal %d", s.deals)
	if s.phase != Playing {
		fmt.Fprintf(&b, ": %v", s.phase)
		if s.phase == Over {
			fmt.Fprintf(&b, " by %s", s.ending.name())
		} else {
			fmt.Fprintf(&b, " seat %d", s.mover)
		}
	}
	writeScores(&b, &s.game.rules, s.in, &o.Scores, o.Games[:s.game.rules.Games])
	writeSeats(&b, o.Seats)
	return b.String() + fmt.Sprint(s.table)
}

// writeScores ends the line with the scores.
func writeScores(b *strings.Builder, r *Rules, in uint8, scores *[game.MaxPlayers]int, games []GameScore) {
	b.WriteString("; score")
	for p := range r.Seats {
		fmt.Fprintf(b, " %d", scores[p])
		if in>>p&1 == 0 {
			b.WriteString(" (out)")
		}
	}
	if len(games) > 1 {
		b.WriteString("; games")
		for i := range games {
			fmt.Fprintf(b, " %d-%d", games[i].Points[0], games[i].Points[1])
		}
	}
	b.WriteByte('\n')
}

// writeSeats writes a line that says who sits at the seats of the deal, unless everybody sits at its own seat.
func writeSeats(b *strings.Builder, seats []game.Player) {
	for i, p := range seats {
		if game.Player(i) != p {
			fmt.Fprintf(b, "the seats of the deal are players %v\n", seats)
			return
		}
	}
}
