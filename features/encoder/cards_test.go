package encoder_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/indian"
	"rummygym/env/series"
	"rummygym/features/encoder"
	"rummygym/internal/features/playtest"
	"rummygym/internal/must"
)

// planesPlainly returns what [encoder.Cards] writes, from what its encoder writes, one field after the other.
func planesPlainly(layout game.Layout, c *encoder.Cards, flat []float32) []float32 {
	planes, numbers := c.Planes(), c.Numbers()
	want := make([]float32, c.Layout().Size())
	place := func(l game.Layout, name string) int {
		return slices.IndexFunc(l, func(f game.Field) bool { return f.Name == name })
	}
	at := 0
	for _, f := range layout {
		per := map[game.Per]int{game.PerNothing: 1, game.PerCard: c.Kinds(), game.PerPaperCard: c.Kinds(), game.PerRank: card.NumRanks}[f.Per]
		rows := f.Size() / per
		for row := range rows {
			name := f.Name
			if rows > 1 || f.Per == game.PerNothing && f.Shape != nil || f.Per != game.PerNothing && len(f.Shape) > 2 || f.Per == game.PerCard && c.Kinds() == card.NumKinds && len(f.Shape) == 2 {
				name = fmt.Sprintf("%s[%d]", f.Name, row)
				if len(f.Shape) == 2 && f.Per == game.PerNothing {
					name = fmt.Sprintf("%s[%d,%d]", f.Name, row/f.Shape[1], row%f.Shape[1])
				}
			}
			for i, x := range flat[at+row*per:][:per] {
				v := x / float32(f.Scale())
				switch f.Per {
				case game.PerNothing:
					want[c.Kinds()*len(planes)+place(numbers, name)] = v
				case game.PerCard:
					want[i*len(planes)+place(planes, name)] = v
				case game.PerPaperCard:
					suit := [...]card.Suit{card.Clubs, card.Hearts, card.Spades, card.Diamonds}[i/card.NumRanks]
					want[card.New(card.Rank(i%card.NumRanks), suit).Index()*len(planes)+place(planes, name)] = v
				case game.PerRank:
					for s := range card.Suit(card.NumSuits) {
						want[card.New(card.Rank(i), s).Index()*len(planes)+place(planes, name)] = v
					}
				}
			}
		}
		at += f.Size()
	}
	return want
}

// checkCards checks the planes of an observation against its fields, that they lie in the bounds of the layout, and that all entries are written.
func checkCards(t *testing.T, x game.Encoder, c *encoder.Cards, obs game.Observation) {
	t.Helper()
	layout := x.Layout()
	flat, got := make([]float32, layout.Size()), slices.Repeat([]float32{-7}, c.Layout().Size())
	x.Encode(flat, obs)
	c.Encode(got, obs)
	low, planes := c.Layout()[0].Low, c.Layout()[0].Size()
	for i, v := range planesPlainly(layout, c, flat) {
		if i == planes {
			low = c.Layout()[1].Low
		}
		if math.Abs(float64(got[i]-v)) > 1e-6 || got[i] < float32(low) || got[i] > 1 {
			t.Fatalf("entry %d of %d planes is %v, want %v in [%v, 1]", i, len(c.Planes()), got[i], v, low)
		}
	}
}

// TestCards checks the planes of observations under all rules, with all groups and with some.
func TestCards(t *testing.T) {
	for name, r := range playtest.GinRules() {
		for _, groups := range []encoder.GinGroups{encoder.AllGinGroups, encoder.DefaultGinGroups, encoder.GinOwnCards | encoder.GinMatrices | encoder.GinBelief} {
			x := newGin(t, r, groups)
			c, o := must.Get(encoder.NewCards(x))(t), new(gin.Observation)
			must.Equal(t, c.Kinds(), card.NumSuited, "%s: kinds of cards", name)
			playtest.VisitGin(t, r, playtest.Decisions(500), func(s game.State) {
				s.Observe(max(s.Current(), 0), o)
				checkCards(t, x, c, o)
			})
		}
	}
	for _, r := range []indian.Rules{indian.Paper(), indian.Club(2), indian.Club(4)} {
		for _, groups := range []encoder.IndianGroups{encoder.IndianGroupsOf(r), encoder.DefaultIndianGroups, encoder.WildRank | encoder.Counts} {
			x := newIndian(t, r, groups)
			c, o := must.Get(encoder.NewCards(x))(t), new(indian.Observation)
			must.Equal(t, c.Kinds(), card.NumKinds, "kinds of cards")
			playtest.PlayIndian(t, r, playtest.Decisions(500), func(s game.State) {
				s.Observe(max(s.Current(), 0), o)
				checkCards(t, x, c, o)
			})
		}
	}
}

// TestCardsOfMatches does the same in a match whose deals have fewer and fewer players, and for an encoder that writes no planes itself.
func TestCardsOfMatches(t *testing.T) {
	g, x := shortPool(t, 4)
	for _, of := range []game.Encoder{x, struct{ game.Encoder }{x}} {
		c := must.Get(encoder.NewCards(of))(t)
		s, o, src := g.NewTable(), g.NewObservation().(*series.Observation), rand.NewPCG(3, 3)
		for i := range uint64(playtest.Decisions(30)) {
			for g.Deal(s, game.DealSource(5, i)); s.Current() != game.NoPlayer; {
				var legal game.Mask
				s.Legal(&legal)
				s.Observe(s.Current(), o)
				checkCards(t, x, c, o)
				must.Do(t, s.Apply(legal.Nth(int(card.Below(src, uint64(legal.Count()))))))
			}
		}
	}
}

func TestCardsAllocatesNothing(t *testing.T) {
	c := must.Get(encoder.NewCards(newGin(t, gin.EAAI(), encoder.DefaultGinGroups)))(t)
	dst, obs := make([]float32, c.Layout().Size()), new(gin.Observation)
	playtest.VisitGin(t, gin.EAAI(), 30, func(s game.State) {
		s.Observe(0, obs)
		must.Equal(t, int(testing.AllocsPerRun(20, func() { c.Encode(dst, obs) })), 0, "allocations")
	})
}

func TestCardsRefuses(t *testing.T) {
	must.Refuse(encoder.NewCards(newGin(t, gin.EAAI(), encoder.GinCounts)))(t, "no field has an entry for each card")
	must.Refuse(encoder.NewCards(newGin(t, gin.EAAI(), encoder.GinUnseen)))(t, "all fields have an entry for each card")
	must.Refuse(encoder.NewCards(game.NoEncoder{}))(t, "no field")
	c := must.Get(encoder.NewCards(newGin(t, gin.EAAI(), encoder.DefaultGinGroups)))(t)
	playtest.CheckPanics(t, map[string]func(){"encoder: Encode into 3 entries": func() { c.Encode(make([]float32, 3), new(gin.Observation)) }})
}
