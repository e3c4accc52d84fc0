package league_test

import (
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/train/league"
)

// TestSeatFollowsFromSeed checks that a seat's members depend only on the seeds, not on the
// order of episodes or on the seat.
func TestSeatFollowsFromSeed(t *testing.T) {
	l := newLeague(t, config())
	add(t, l, 3)
	must.Do(t, l.SetSelf(snapshot(t, 1)))
	plays := func(s *league.Seat, seed uint64) game.Action {
		s.Reset(seed)
		a, _ := s.Act(nil, nil)
		return a
	}
	first, second := l.NewSeat(true), l.NewSeat(true)
	var all []game.Action
	for seed := range uint64(200) {
		all = append(all, plays(first, seed))
	}
	seen := map[game.Action]bool{}
	for seed := 199; seed >= 0; seed-- {
		if a := plays(second, uint64(seed)); a != all[seed] {
			t.Fatalf("seed %d: %d, at another seat %d", seed, all[seed], a)
		}
		seen[all[seed]] = true
	}
	if len(seen) != 6 {
		t.Errorf("in 200 episodes %v played, want all six members", seen)
	}
}

// TestSeatOfSelf checks that SetSelf changes Self's agent, and that a seat without Self
// never draws it.
func TestSeatOfSelf(t *testing.T) {
	cfg := config()
	cfg.Named = cfg.Named[:1]
	l := newLeague(t, cfg)
	with, without := l.NewSeat(true), l.NewSeat(false)
	for generation := range 3 {
		must.Do(t, l.SetSelf(snapshot(t, float32(generation))))
		for seed := range uint64(100) {
			with.Reset(seed)
			want := game.Action(10)
			if with.Member() == league.Self {
				want = game.Action(generation)
			}
			if a, _ := with.Act(nil, nil); a != want {
				t.Fatalf("member %d plays %d, want %d", with.Member(), a, want)
			}
			if without.Reset(seed); without.Member() != 1 {
				t.Fatalf("a seat without Self has member %d", without.Member())
			}
		}
	}
}

func TestNobodyToDraw(t *testing.T) {
	cfg := config()
	cfg.Named = nil
	l := newLeague(t, cfg)
	if l.Others() {
		t.Error("Others is true before the first past self")
	}
	defer func() {
		if recover() == nil {
			t.Error("DrawOther did not panic without other members")
		}
	}()
	l.DrawOther(1)
}
