package gin

import (
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/game"
)

// String returns the table as the observer sees it, in a few lines of text.
func (o *Observation) String() string {
	if o.Rules == nil || o.Turn == 0 {
		return "not dealt\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "turn %d: ", o.Turn)
	if o.Phase == Over {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "seat %d has to %s\n", o.Mover, o.Phase.task())
	}
	writeResult(&b, &o.Result)
	fmt.Fprintf(&b, "knock with %d or less; stock %d, discard pile %d, upcard %v\n", o.KnockLimit, o.StockSize, o.Pile.Count(), o.Upcard)
	for p := range game.Player(seats) {
		game.WriteSeat(&b, p, o.Mover)
		if p == o.Self {
			b.WriteString(card.Bag{Once: o.Hand}.BySuit())
		} else {
			fmt.Fprintf(&b, "%d cards", o.HandSizes[p])
			if o.Known[p] != 0 {
				fmt.Fprintf(&b, ", of them %v", o.Known[p])
			}
		}
		if p == o.Mover {
			game.WriteDrawn(&b, o.Drawn, o.FromPile)
		}
		writeMelds(&b, p == o.Knocker, o.Melds[p])
	}
	return b.String()
}

// shownStock is the number of cards of the stock that State.String shows.
const shownStock = 10

// String returns the whole table, for spectators and records: both hands, the discard
// pile with its top last, and the next cards of the stock.
func (s *State) String() string {
	if !s.dealt {
		return "not dealt\n"
	}
	var b strings.Builder
	o := s.Outcome()
	fmt.Fprintf(&b, "turn %d: ", s.turn)
	if s.phase == Over {
		fmt.Fprintf(&b, "over by %s, %s\n", o.Ending, wins(o.Winner))
	} else {
		fmt.Fprintf(&b, "seat %d has to %s\n", s.mover, s.phase.task())
	}
	if s.phase == Over {
		var result Result
		r := s.result()
		r.tell(&result)
		writeResult(&b, &result)
	}
	fmt.Fprintf(&b, "knock with %d or less\n", s.limit)
	game.WritePile(&b, "stock", s.deck[s.head:], shownStock)
	game.WritePile(&b, "discard pile", s.pile[:s.piled], maxPile)
	for p := range game.Player(seats) {
		game.WriteSeat(&b, p, s.Current())
		b.WriteString(card.Bag{Once: s.hands[p]}.BySuit())
		if p == s.mover {
			game.WriteDrawn(&b, s.drawn, s.fromPile)
		}
		if s.phase == Over {
			fmt.Fprintf(&b, ", gain %+d", o.Gains[p])
		}
		writeMelds(&b, p == s.knocker, s.melds[p])
	}
	return b.String()
}

// task returns what the player to move does in the phase.
func (p Phase) task() string { return Phrases.Task(p.String()) }

// writeResult writes a line with the result of the hand, if it has ended.
func writeResult(b *strings.Builder, r *Result) {
	if r.Ending == "" {
		return
	}
	fmt.Fprintf(b, "the hand ended by %s", r.Ending)
	if r.Winner != game.NoPlayer {
		fmt.Fprintf(b, ": %d for seat %d", r.Points, r.Winner)
	}
	if r.Knocker != game.NoPlayer {
		left := [seats]int{deadwood.PipTotal(r.Unmelded[0]), deadwood.PipTotal(r.Unmelded[1])}
		fmt.Fprintf(b, "; seat %d knocked with %d against %d", r.Knocker, left[r.Knocker], left[1-r.Knocker])
		if r.LaidOff != 0 {
			fmt.Fprintf(b, ", laid off %v", r.LaidOff)
		}
	}
	b.WriteByte('\n')
}

// writeMelds ends the line of a seat with its melds.
func writeMelds(b *strings.Builder, knocks bool, melds deadwood.Arrangement) {
	if knocks {
		b.WriteString(", knocks")
	}
	for i, m := range melds[:melds.Len()] {
		if i == 0 {
			b.WriteString(", melds")
		}
		b.WriteString(" " + joined(m))
	}
	b.WriteByte('\n')
}

// wins returns a description of the winner.
func wins(p game.Player) string {
	if p == game.NoPlayer {
		return "nobody wins"
	}
	return fmt.Sprintf("seat %d wins", p)
}
