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
	if o.Rules == nil || o.HandNumber == 0 {
		return "not dealt\n"
	}
	var b strings.Builder
	writeHead(&b, o.Rules, o.HandNumber, o.Turn, o.Scores)
	if o.Phase == Over {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "seat %d has to %s\n", o.Mover, o.Phase.task())
	}
	writeLast(&b, o.HandNumber, o.Phase == Over, &o.Last)
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
	x := s.sheet()
	return s.text(&x, s.Outcome())
}

// text returns the text of the hand in an episode with the given sheet and outcome.
func (s *State) text(x *sheet, o game.Outcome) string {
	if !s.dealt {
		return "not dealt\n"
	}
	var b strings.Builder
	writeHead(&b, s.rules, int(x.number), int(s.turn), [seats]int{int(x.scores[0]), int(x.scores[1])})
	if s.phase == Over {
		fmt.Fprintf(&b, "over by %s, %s\n", o.Ending, wins(o.Winner))
	} else {
		fmt.Fprintf(&b, "seat %d has to %s\n", s.mover, s.phase.task())
	}
	var last Result
	x.last.tell(&last)
	writeLast(&b, int(x.number), s.phase == Over, &last)
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

// writeHead writes the first line up to the task: hand, scores and turn.
func writeHead(b *strings.Builder, r *Rules, hand, turn int, scores [seats]int) {
	if r.Episode == Match {
		fmt.Fprintf(b, "hand %d at %d to %d, ", hand, scores[0], scores[1])
	}
	fmt.Fprintf(b, "turn %d: ", turn)
}

// writeLast writes a line with the result of the last hand, if there is one.
func writeLast(b *strings.Builder, hand int, over bool, r *Result) {
	if r.Ending == "" {
		return
	}
	if !over {
		hand--
	}
	fmt.Fprintf(b, "hand %d ended by %s", hand, r.Ending)
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
