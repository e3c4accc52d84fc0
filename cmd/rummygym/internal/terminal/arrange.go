package terminal

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"rummygym/env/card"
	"rummygym/env/record"
	"rummygym/internal/safefile"
)

// The person's own order of the hand: groups of cards, which last from turn to turn. A card is named by its number,
// counted through all groups.

// arranged returns the groups for the cards of a hand as it is now: what has left the hand is gone, and what has come is in
// the last group.
func arranged(groups [][]card.Card, cards []card.Card) (kept [][]card.Card) {
	left := slices.Clone(cards)
	for _, g := range groups {
		var still []card.Card
		for _, c := range g {
			if i := slices.Index(left, c); i >= 0 {
				left = slices.Delete(left, i, i+1)
				still = append(still, c)
			}
		}
		if still != nil {
			kept = append(kept, still)
		}
	}
	switch n := len(kept); {
	case len(left) == 0:
		return kept
	case n == 0:
		return [][]card.Card{left}
	default:
		kept[n-1] = append(kept[n-1], left...)
		return kept
	}
}

// placeOf returns the group of card i, and its place in the group.
func placeOf(groups [][]card.Card, i int) (group, at int) {
	for group, at = 0, i; at >= len(groups[group]); group++ {
		at -= len(groups[group])
	}
	return group, at
}

// step moves card i a step to the right (1) or left (-1): in its group, into the next one, or at the ends into a new
// one. It returns the groups and the number of the card.
func step(groups [][]card.Card, i, by int) ([][]card.Card, int) {
	group, at := placeOf(groups, i)
	var to [][]card.Card
	for _, g := range groups {
		to = append(to, slices.Clone(g))
	}
	c := to[group][at]
	rest := slices.Delete(to[group], at, at+1)
	to[group] = rest
	switch next := group + by; {
	case at+by >= 0 && at+by <= len(rest):
		to[group] = slices.Insert(rest, at+by, c)
		return to, i + by
	case next >= 0 && next < len(to) && by > 0:
		to[next] = slices.Insert(to[next], 0, c)
	case next >= 0 && next < len(to):
		to[next] = append(to[next], c)
	case len(rest) == 0:
		return groups, i
	case by > 0:
		to = append(to, []card.Card{c})
	default:
		to = slices.Insert(to, 0, []card.Card{c})
	}
	return slices.DeleteFunc(to, func(g []card.Card) bool { return len(g) == 0 }), i
}

// split begins a group with card i, or joins the group that begins with it to the one before.
func split(groups [][]card.Card, i int) [][]card.Card {
	group, at := placeOf(groups, i)
	to := slices.Clone(groups)
	switch {
	case at > 0:
		return slices.Replace(to, group, group+1, slices.Clone(to[group][:at]), slices.Clone(to[group][at:]))
	case group > 0:
		return slices.Replace(to, group-1, group+1, slices.Concat(to[group-1], to[group]))
	}
	return to
}

// keptOrder is the person's order of the hand of a deal, in the file .FILE.hand beside the FILE of records while it lasts.
type keptOrder struct {
	Seed   uint64        `json:"seed"`
	Deal   [2]int        `json:"deal"`
	Groups [][]card.Card `json:"groups"`
}

// restore takes the order from the file, if it is of this deal.
func (m *screen) restore() {
	var o keptOrder
	switch err := safefile.ReadJSON(m.kept, &o); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		m.note = "the order of your hand is lost: " + err.Error()
	case o.Seed == m.session.Seed() && o.Deal == m.dealt():
		m.order.own, m.deal = o.Groups, o.Deal
		m.refresh()
	}
}

// keep writes the order to the file, or removes the file if the hand is not arranged.
func (m *screen) keep() {
	if m.kept == "" {
		return
	}
	var err error
	if m.order.own != nil {
		err = safefile.WriteJSON(m.kept, keptOrder{m.session.Seed(), m.deal, m.order.own})
	} else if err = os.Remove(m.kept); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	if err != nil {
		m.note = "the order of your hand is not saved: " + err.Error()
	}
}

// dealt returns the numbers of the game and of the hand that are played.
func (m *screen) dealt() (numbers [2]int) {
	numbers[0] = m.session.Number()
	for i := range m.events {
		if m.events[i].Type == record.Deal {
			numbers[1]++
		}
	}
	return numbers
}

// groups returns the cards of the person in the groups in which they are drawn.
func (m *screen) groups() (groups [][]card.Card) {
	for _, g := range m.scene.hands[0].groups(m.order) {
		groups = append(groups, g.cards)
	}
	return groups
}

// arrange sets the person's own order of the hand, in which a card is chosen.
func (m *screen) arrange(groups [][]card.Card, cursor int) {
	m.order.own, m.deal, m.cursor = groups, m.dealt(), cursor
	m.keep()
}

// shift moves the chosen card in the hand.
func (m *screen) shift(by int) {
	if m.over || m.handOver() > 0 || len(m.cards()) == 0 {
		return
	}
	if m.cursor < 0 {
		m.cursor = len(m.cards()) - 1
	}
	m.arrange(step(m.groups(), m.cursor, by))
}

// sort changes to the next sorting: by melds, which needs help, by suits, by ranks. The chosen card stays chosen.
func (m *screen) sort() {
	chosen := card.None
	if m.cursor >= 0 {
		chosen = m.cards()[m.cursor]
	}
	if m.order.own == nil {
		m.order.by = m.order.by.next(m.assist)
	}
	m.order.own = nil
	m.keep()
	for i, c := range m.cards() {
		if c == chosen {
			m.cursor = i
			return
		}
	}
}
