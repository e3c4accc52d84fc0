package commands

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"rummygym/env/card"
	"rummygym/env/meld"
	"rummygym/features/mindist"
	"rummygym/internal/features/facts"
)

// An indianHand is a hand of Indian Rummy.
type indianHand struct{ facts.IndianHand }

func (h indianHand) answer() any { return h.Solve() }

// writeText writes a readable analysis of the hand: the best grouping, the nearest
// declaration, and the best draws or discards.
func (h indianHand) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "hand      %v   (%d cards, wild rank %v)\n\n", h.Hand, h.Hand.Count(), h.Wild)
	h.writeGrouping(&b)
	h.writeCompletion(&b)
	if h.Hand.Count() == facts.IndianMaxCards {
		h.writeDiscards(&b)
	} else {
		h.writeDraws(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeGrouping writes the grouping with the minimum score.
func (h indianHand) writeGrouping(b *strings.Builder) {
	g := meld.Group(h.Hand, h.Wild)
	fmt.Fprintf(b, "MinScore  %d", min(g.Score, meld.Cap))
	if g.Score > meld.Cap {
		fmt.Fprintf(b, "   (%d before the cap)", g.Score)
	}
	b.WriteByte('\n')
	for _, m := range g.Melds {
		fmt.Fprintf(b, "  %-14v %s\n", m.Kind, card.Format(m.Cards))
	}
	if len(g.Deadwood) > 0 {
		fmt.Fprintf(b, "  %-14s %s   (%d points)\n", "deadwood", card.Format(g.Deadwood), g.Score)
	}
	if g.Freed != card.None {
		fmt.Fprintf(b, "  %-14s %v\n", "freed", g.Freed)
	}
	b.WriteByte('\n')
}

// writeCompletion writes a valid declaration that is nearest to the hand.
func (h indianHand) writeCompletion(b *strings.Builder) {
	done := mindist.Complete(h.Hand, h.Wild)
	fmt.Fprintf(b, "MinDist   %d   (%s)\n", done.Distance, reachable(mindist.Available(h.Hand, h.Wild, h.Unseen)))
	legend := map[mindist.Role]bool{}
	for _, m := range done.Melds {
		fmt.Fprintf(b, "  %-14v", m.Kind)
		for _, p := range m.Places {
			legend[p.Role] = true
			switch p.Role {
			case mindist.Joker:
				fmt.Fprintf(b, " %v=%v", p.Card, p.For)
			case mindist.SuperJoker:
				fmt.Fprintf(b, " [%v]", p.For)
			default:
				fmt.Fprintf(b, " %v", p.Card)
			}
		}
		b.WriteByte('\n')
	}
	if turns, ok := h.ExpectedTurns(); ok && done.Distance > 0 && turns < mindist.Unreachable {
		fmt.Fprintf(b, "  about %.1f turns to a declaration, if each draws a random unseen card\n", turns)
	}
	if len(done.Free) > 0 {
		fmt.Fprintf(b, "  %-14s %s\n", "free to throw", card.Format(done.Free))
	}
	if legend[mindist.Joker] {
		b.WriteString("  a joker of the hand and the card it stands for are joined by =\n")
	}
	if legend[mindist.SuperJoker] {
		b.WriteString("  a card in brackets is missing\n")
	}
	b.WriteByte('\n')
}

// reachable returns the text for a distance with availability.
func reachable(distance int) string {
	if distance == mindist.Unreachable {
		return "no declaration can be reached with the cards that can still be drawn"
	}
	return fmt.Sprintf("%d with the cards that can still be drawn", distance)
}

// writeDraws writes the outs of a hand: the cards whose draw lowers its distance.
func (h indianHand) writeDraws(b *strings.Builder) {
	var after [card.NumKinds]int8
	distance := mindist.Draws(&after, h.Hand, h.Wild)
	if distance == 0 {
		b.WriteString("This is a valid declaration: no draw is needed.\n")
		return
	}
	fmt.Fprintf(b, "draws that lower MinDist to %d, with the copies unseen of %d cards:\n", distance-1, h.Unseen.Count())
	h.writeOuts(b, func(i int) bool { return int(after[i]) < distance })
	reach := mindist.AvailableDraws(&after, h.Hand, h.Wild, h.Unseen)
	if reach == distance {
		return
	}
	fmt.Fprintf(b, "draws that lower the distance with the cards that can still be drawn:\n")
	h.writeOuts(b, func(i int) bool { return after[i] >= 0 && int(after[i]) < reach })
}

// writeOuts writes the cards for which out returns true, by number of unseen copies.
func (h indianHand) writeOuts(b *strings.Builder, out func(index int) bool) {
	total := 0
	var by [facts.MaxPrinted + 1][]card.Card
	for i := range card.NumKinds {
		if c := card.FromIndex(i); out(i) && (c != card.Joker || h.Printed > 0) {
			by[h.Unseen.Of(c)] = append(by[h.Unseen.Of(c)], c)
			total += h.Unseen.Of(c)
		}
	}
	for copies := len(by) - 1; copies >= 0; copies-- {
		if len(by[copies]) > 0 {
			label := "none left"
			if copies > 0 {
				label = fmt.Sprintf("%d each", copies)
			}
			fmt.Fprintf(b, "  %-14s %s\n", label, card.Format(by[copies]))
		}
	}
	fmt.Fprintf(b, "  %-14s %d\n", "in all", total)
}

// writeDiscards writes the discards from a hand of 14 cards that leave the minimum distance.
func (h indianHand) writeDiscards(b *strings.Builder) {
	all := h.Discards()
	if *all[0].Distance == 0 {
		b.WriteString("declare, finishing with any of:\n")
	} else {
		b.WriteString("best discards:\n")
	}
	tab := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	fmt.Fprint(tab, "  throw\tMinDist left\touts unseen\tMinScore left\n")
	for _, d := range all {
		if *d.Distance == *all[0].Distance {
			fmt.Fprintf(tab, "  %v\t%d\t%d\t%d\n", d.Card, *d.Distance, *d.Outs, *d.Points)
		}
	}
	tab.Flush()
}
