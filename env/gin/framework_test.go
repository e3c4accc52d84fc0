package gin_test

import (
	"testing"

	"rummygym/env/deadwood"
	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/series"
	"rummygym/internal/must"
)

// TestFrameworkHands replays every hand as an episode of its own.
func TestFrameworkHands(t *testing.T) {
	ends := make(map[string]int)
	layOffs := 0
	for i, h := range readTranscripts(t) {
		r, err := h.play(h.rules())
		if err != nil {
			t.Errorf("hand %d (%s): %v", i, h.Set, err)
			continue
		}
		o := r.s.Outcome()
		want := game.Outcome{Over: true, Winner: game.NoPlayer, Turns: h.Turns, Ending: r.ending(), Rounds: o.Rounds}
		if h.Winner != nil {
			want.Winner = *h.Winner
			want.Gains[want.Winner], want.Gains[1-want.Winner] = h.Points, -h.Points
		}
		if o != want || r.s.Current() != game.NoPlayer || o.Rounds != (h.Turns+1)/2 {
			t.Errorf("hand %d: the outcome is %+v, want %+v", i, o, want)
		}
		ends[h.Result]++
		layOffs += r.laid.Count()
	}
	if ends["knock"] != 107 || ends["void"] != 67 || ends["undercut"] != 14 || ends["gin"] != 12 || layOffs != 67 {
		t.Errorf("the hands end as %v with %d lay-offs", ends, layOffs)
	}
}

// ending returns how the hand ended.
func (r *replay) ending() game.Ending {
	var o gin.Observation
	r.s.Observe(0, &o)
	return o.Result.Ending
}

// TestFrameworkMatches replays every hand as the first of a match, whose target is the
// points that the winner still needed. The match must end if that of the framework did,
// and otherwise continue with the right scores and starter.
func TestFrameworkMatches(t *testing.T) {
	all := readTranscripts(t)
	ended, followed := 0, 0
	for i, h := range all {
		rules := series.Rules{Format: series.Race, Seats: 2, Target: 100, Games: 1, MaxDeals: 1000}
		if h.Winner != nil {
			rules.Target -= h.Before[*h.Winner]
		}
		r, err := h.play(h.rules())
		if err != nil {
			t.Errorf("hand %d (%s): %v", i, h.Set, err)
			continue
		}
		g := must.Get(series.New(rules, func(int) (series.Deal, error) { return r.g, nil }))(t)
		s, o := g.NewTable(), new(series.Observation)
		must.Do(t, g.DealDeck(s, h.Deck, 7))
		for _, a := range r.played {
			must.Do(t, s.Apply(a))
		}
		s.Observe(0, o)
		for p := range h.After {
			must.Equal(t, o.Scores[p], h.After[p]-h.Before[p], "hand %d: the score of seat %d", i, p)
		}
		over := h.Champion != nil
		if out := s.Outcome(); out.Over != over || over && (out.Ending != series.TargetReached || out.Winner != *h.Champion || out.Gains[out.Winner] != h.Points) {
			t.Errorf("hand %d: the outcome is %+v, the framework's match is over: %v", i, out, over)
		}
		if over {
			ended++
			continue
		}
		// The next hand of that match, if it is in the file, has its starter.
		for _, n := range all {
			if n.Set != h.Set || n.Game != h.Game || n.Hand != h.Hand+1 {
				continue
			}
			followed++
			if n.Before != h.After || o.Deals != 2 || s.Current() != n.Starter {
				t.Errorf("hand %d: seat %d starts hand %d, want seat %d", i, s.Current(), o.Deals, n.Starter)
			}
		}
	}
	if ended < 5 || followed < 10 {
		t.Errorf("%d matches ended and %d hands were followed by another, want more", ended, followed)
	}
}

// TestFrameworkAutoMelds replays with AutoMelds the hands in which both players declare
// the same melds as the rules.
func TestFrameworkAutoMelds(t *testing.T) {
	replayed := 0
	for i, h := range readTranscripts(t) {
		if !h.best() {
			continue
		}
		rules := h.rules()
		rules.Melding = gin.AutoMelds
		g := must.Get(gin.New(rules))(t)
		s := g.NewTable()
		must.Do(t, g.DealDeck(s, h.Deck, 7))
		for _, a := range h.actions() {
			if err := s.Apply(a); err != nil {
				t.Fatalf("hand %d: %v", i, err)
			}
		}
		var o gin.Observation
		s.Observe(0, &o)
		if l := o.Result; l.Winner != *h.Winner || l.Points != h.Points ||
			deadwood.PipTotal(l.Unmelded[0]) != h.Deadwood[0] || deadwood.PipTotal(l.Unmelded[1]) != h.Deadwood[1] {
			t.Errorf("hand %d: %+v, want %d points for seat %d", i, l, h.Points, *h.Winner)
		}
		replayed++
	}
	if replayed < 50 {
		t.Errorf("only %d hands have the same melds as AutoMelds", replayed)
	}
}

// best reports whether both players declare the first best arrangement.
func (h *transcript) best() bool {
	declared := 0
	for _, e := range h.Events {
		if e.T != "knock" && e.T != "melds" {
			continue
		}
		var a deadwood.Arrangement
		for i, m := range e.Melds {
			a[i] = setOf(m)
		}
		if a != deadwood.Best(setOf(h.Final[e.P])) {
			return false
		}
		declared++
	}
	return declared == 2
}

// actions returns the actions of the hand up to the knock, including a pass whenever the
// player can knock and does not.
func (h *transcript) actions() (all []game.Action) {
	drawn := false
	for i, e := range h.Events {
		switch {
		case e.T == "offer" && !e.Take && !drawn && i < 2:
			all = append(all, gin.Pass)
		case e.T == "draw" && e.Src == "stock":
			all, drawn = append(all, gin.DrawStock), true
		case e.T == "draw":
			all, drawn = append(all, gin.DrawUpcard), true
		case e.T == "discard":
			all = append(all, gin.CardOf(e.Card))
			if e.DW <= 10 && h.Events[i+1].T != "knock" {
				all = append(all, gin.Pass)
			}
		case e.T == "knock":
			return append(all, gin.Knock)
		}
	}
	return all
}
