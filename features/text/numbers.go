package text

import (
	"fmt"

	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/features/facts"
)

// hand returns the observer's hand as it is sorted by a solver.
func (w *Writer) hand(m *Moment) record.Hand {
	h := w.source.Game.Hand(m.Obs)
	if w.source.Facts != nil {
		h.Distance = w.source.Facts.Distance(m.Obs)
	}
	return h
}

// outs returns the cards that help the observer, and whether it is to draw.
func (w *Writer) outs(v *record.View, m *Moment) (all []facts.Out, due bool) {
	if w.source.Facts == nil || v.Mover != m.Obs.Observer() {
		return nil, false
	}
	for a := range m.Legal.Each() {
		c := w.source.Game.Choice(m.Obs, a)
		due = due || c.Type == record.Draw
	}
	if !due {
		return nil, false
	}
	return w.source.Facts.Outs(m.Obs), true
}

// appendMelds appends the hand as it is sorted by a solver, and what it costs.
func (w *Writer) appendMelds(dst []byte, h *record.Hand) []byte {
	dst = append(dst, "By melds: "...)
	for _, g := range h.Melds {
		kind := g.Kind
		if !g.Counts {
			kind = "(" + kind + ")"
		}
		dst = append(append(dst, kind...), ' ')
		dst = append(w.appendRow(dst, g.Cards), "; "...)
	}
	if len(h.Unmelded) > 0 {
		dst = append(w.appendNames(append(dst, "unmelded "...), w.labels.list(h.Unmelded)), "; "...)
	}
	if h.Measure != "" {
		dst = fmt.Appendf(dst, "%s %d; ", h.Measure, h.Points)
	}
	if h.Distance != nil {
		dst = fmt.Appendf(dst, "MinDist %d; ", *h.Distance)
	}
	return append(dst[:len(dst)-2], ".\n"...)
}

// appendOuts appends the cards that help, before a draw.
func (w *Writer) appendOuts(dst []byte, v *record.View, m *Moment) []byte {
	outs, due := w.outs(v, m)
	if !due {
		return dst
	}
	n := 0
	var cards []card.Card
	for _, o := range outs {
		n += o.Copies
		cards = append(cards, o.Card)
	}
	dst = fmt.Appendf(dst, "Outs, the cards that help: %d not seen yet", n)
	if n > 0 {
		dst = w.appendNames(append(dst, ": "...), w.labels.list(cards))
	}
	return append(dst, ".\n"...)
}

// appendFacts appends what a move leaves. The points are those of the measure.
func (w *Writer) appendFacts(dst []byte, measure string, f facts.Facts) []byte {
	between := " ("
	for _, x := range []struct {
		name  string
		value *int
	}{{"MinDist", f.Distance}, {measure, f.Points}, {"outs", f.Outs}} {
		if x.value != nil {
			dst = fmt.Appendf(dst, "%s%s %d", between, x.name, *x.value)
			between = ", "
		}
	}
	if between == ", " {
		dst = append(dst, ')')
	}
	return dst
}
