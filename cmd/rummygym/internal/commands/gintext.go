package commands

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"rummygym/env/card"
	"rummygym/env/deadwood"
	"rummygym/env/gin"
	"rummygym/internal/features/facts"
)

// A ginHand is a hand of Gin Rummy.
type ginHand struct{ *facts.GinHand }

func (h ginHand) answer() any { return h.Solve() }

// writeText writes a readable analysis of the hand: the best arrangements, the deadwood
// after each discard, and the lay-offs.
func (h ginHand) writeText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "hand      %s   (%d cards)\n\n", card.Format(deadwood.Sorted(h.Hand)), len(h.Cards))
	h.writeBest(&b)
	if len(h.Cards) == facts.GinMaxCards {
		h.writeDiscards(&b)
	}
	if h.Knocker.Len() > 0 {
		h.writeLayOffs(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeBest writes the best arrangements.
func (h ginHand) writeBest(b *strings.Builder) {
	best := deadwood.AppendBest(nil, h.Hand)
	if len(best) == 0 {
		best = []deadwood.Arrangement{{}} // the arrangement without melds
	}
	fmt.Fprintf(b, "deadwood  %d   (%s)\n", deadwood.Of(h.Hand), ginMeldCount(len(deadwood.AppendMelds(nil, h.Hand))))
	for i, a := range best {
		if i == 1 {
			b.WriteString("  or, as good:\n")
		}
		writeGinMelds(b, a)
		if left := h.Hand &^ a.Cards(); left != 0 {
			fmt.Fprintf(b, "  %-9s %s   (%d points)\n", "unmelded", card.Format(deadwood.Sorted(left)), deadwood.PipTotal(left))
		}
	}
	b.WriteByte('\n')
}

// ginMeldCount returns the text for the number of melds in a hand.
func ginMeldCount(n int) string {
	if n == 1 {
		return "the hand holds 1 meld"
	}
	return fmt.Sprintf("the hand holds %d melds", n)
}

// writeGinMelds writes one line per meld.
func writeGinMelds(b *strings.Builder, a deadwood.Arrangement) {
	for _, m := range a[:a.Len()] {
		kind := "run"
		if m.First().Rank() == (m & (m - 1)).First().Rank() {
			kind = "set"
		}
		fmt.Fprintf(b, "  %-9s %s\n", kind, card.Format(deadwood.Sorted(m)))
	}
}

// writeDiscards writes the deadwood after each discard, best first, and whether the player
// may then knock or go gin under preset eaai.
func (h ginHand) writeDiscards(b *strings.Builder) {
	var after [card.NumKinds]int8
	deadwood.Discards(&after, h.Hand)
	cards := deadwood.Sorted(h.Hand)
	slices.SortStableFunc(cards, func(x, y card.Card) int { return cmp.Compare(after[x.Index()], after[y.Index()]) })
	tab := tabwriter.NewWriter(b, 0, 0, 3, ' ', 0)
	fmt.Fprint(tab, "throw\tdeadwood left\n")
	for _, c := range cards {
		left, note := int(after[c.Index()]), ""
		if left == 0 {
			note = "\tgin"
		} else if left <= gin.EAAI().KnockLimit {
			note = "\tknock"
		}
		fmt.Fprintf(tab, "%v\t%d%s\n", c, left, note)
	}
	tab.Flush()
	b.WriteByte('\n')
}

// writeLayOffs writes the greedy and the joint answer to the knock.
func (h ginHand) writeLayOffs(b *strings.Builder) {
	b.WriteString("the knocker's melds\n")
	writeGinMelds(b, h.Knocker)
	for _, way := range []struct {
		name string
		l    *facts.GinLayOffs
	}{{"greedy lay-offs on the best melds", h.Greedy()}, {"the best melds and lay-offs together", h.Joint()}} {
		fmt.Fprintf(b, "%s: deadwood %d\n", way.name, way.l.Deadwood)
		for _, m := range way.l.Melds {
			fmt.Fprintf(b, "  %-9s %s\n", "meld", card.Format(m))
		}
		for _, o := range way.l.LaidOff {
			fmt.Fprintf(b, "  %-9s %v onto %s\n", "lay off", o.Card, card.Format(deadwood.Sorted(h.Knocker[o.Onto])))
		}
		if len(way.l.Unmelded) > 0 {
			fmt.Fprintf(b, "  %-9s %s\n", "unmelded", card.Format(way.l.Unmelded))
		}
	}
}
