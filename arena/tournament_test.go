package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// gameBytes returns the contents of a file with the games of a result.
func gameBytes(t *testing.T, res *Result) []byte {
	t.Helper()
	var b bytes.Buffer
	must.Do(t, WriteGames(&b, res))
	return b.Bytes()
}

func mustPlay(t *testing.T, c Config) *Result {
	t.Helper()
	return must.Get(Tournament(context.Background(), c))(t)
}

func TestTournamentPlaysAll(t *testing.T) {
	for _, seats := range []int{2, 3, 6} {
		res := mustPlay(t, raceConfig(seats, 5))
		if res.Played() != res.Total() || res.Total() != 5*len(RoundRobin(3, seats)) {
			t.Errorf("%d seats: %d of %d games played", seats, res.Played(), res.Total())
		}
		for l, games := range res.Records {
			for i, r := range games {
				sum := 0
				for _, g := range r.Gains {
					sum += int(g)
				}
				if sum != 0 || r.Rounds < 1 || r.Turns < r.Rounds || int(r.Winner) >= seats {
					t.Errorf("game %d of lineup %v: %+v", i, res.Lineups[l], r)
				}
			}
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	for _, deals := range []Deals{FreshDeals, SeatDeals, AllDeals} {
		var want []byte
		for _, workers := range []int{1, 2, 7} {
			c := raceConfig(2, 200)
			c.Deals, c.Workers = deals, workers
			got := gameBytes(t, mustPlay(t, c))
			if want == nil {
				want = got
			}
			if !bytes.Equal(got, want) {
				t.Errorf("deals %s: %d workers give different bytes than 1 worker", deals, workers)
			}
		}
	}
}

// Identical players play the same games if deals are shared.
func TestDeals(t *testing.T) {
	for _, c := range []struct {
		deals         Deals
		turned, other bool // whether fast v twin equals twin v fast, and fast v fast
	}{{FreshDeals, false, false}, {SeatDeals, true, false}, {AllDeals, true, true}} {
		cfg := raceConfig(2, 50)
		cfg.Deals = c.deals
		res := mustPlay(t, cfg)
		base := res.Records[res.find(0, 1)]
		if got := reflect.DeepEqual(base, res.Records[res.find(1, 0)]); got != c.turned {
			t.Errorf("deals %s: both seat orders give the same games: %v", c.deals, got)
		}
		if got := reflect.DeepEqual(base, res.Records[res.find(0, 0)]); got != c.other {
			t.Errorf("deals %s: all lineups give the same games: %v", c.deals, got)
		}
	}
}

// interrupt plays until at least n further games are finished and returns the part played.
func interrupt(t *testing.T, c Config, n int) *Result {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	stopAfter(&c, n, cancel)
	res, err := Tournament(ctx, c)
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted after %d games: error %v, want that of the context", n, err)
	}
	return res
}

func TestResumeGivesTheSameBytes(t *testing.T) {
	for _, workers := range []int{1, 3} {
		c := raceConfig(2, 300)
		c.Workers = workers
		want := gameBytes(t, mustPlay(t, c))
		for _, stop := range []int{0, 1, 500, 1500} {
			part := interrupt(t, c, stop)
			if n := part.Played(); n < stop || n >= part.Total() {
				t.Fatalf("interrupted at %d games: %d of %d are played", stop, n, part.Total())
			}
			read := must.Get(ReadGames(bytes.NewReader(gameBytes(t, part))))(t)
			again := c
			again.Resume = read
			part = interrupt(t, again, (part.Total()-part.Played())/2) // and once more
			again.Resume, again.Workers = part, 4-workers
			if !bytes.Equal(gameBytes(t, mustPlay(t, again)), want) {
				t.Errorf("%d workers, interrupted at %d games: the resumed result differs", workers, stop)
			}
		}
	}
}

func TestResumeOfAnother(t *testing.T) {
	base := raceConfig(2, 4)
	done := mustPlay(t, base)
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Seed = 8 }, "seed 7 (want 8)"},
		{func(c *Config) { c.Games = 5 }, "games 4 (want 5)"},
		{func(c *Config) { c.Deals = SeatDeals }, "deals fresh (want seats)"},
		{func(c *Config) { c.Rules = "other" }, "rules race (want other)"},
		{func(c *Config) { c.RoundLimit = 9 }, "round limit 8 (want 9)"},
		{func(c *Config) { c.Entrants = c.Entrants[:2] }, "agents fast,twin,shy (want fast,twin)"},
		{func(c *Config) { c.Lineups = []Lineup{{0, 1}} }, "(want [[0 1]])"},
		{func(c *Config) { c.Game = race{3} }, "seats 2 (want 3)"},
		{func(c *Config) { c.Seed, c.Games = 8, 5 }, "games 4 (want 5); seed 7 (want 8)"},
	} {
		cfg := base
		c.change(&cfg)
		cfg.Resume = done
		_, err := Tournament(context.Background(), cfg)
		must.Fail(t, err, c.want)
	}
}

func TestCheckpoints(t *testing.T) {
	c := raceConfig(2, 100)
	c.Workers = 2
	seen := []int{}
	c.Checkpoint = func(res *Result) error {
		seen = append(seen, res.Played())
		return nil
	}
	res := mustPlay(t, c)
	if len(seen) < 3 || seen[len(seen)-1] != res.Total() {
		t.Fatalf("checkpoints with %v games, want several and the last with %d", seen, res.Total())
	}
	for i := 1; i < len(seen); i++ {
		if seen[i] < seen[i-1] {
			t.Errorf("checkpoints lose games: %v", seen)
		}
	}
}

func TestCheckpointErrorStops(t *testing.T) {
	c := raceConfig(2, 1000)
	full := errors.New("no space")
	calls := 0
	c.Checkpoint = func(*Result) error { calls++; return full }
	res, err := Tournament(context.Background(), c)
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("error %v after %d checkpoints, want %v after 1", err, calls, full)
	}
	if res.Played() == res.Total() {
		t.Error("all games were played: want the tournament to stop")
	}
}

func TestIllegalActionIsNamed(t *testing.T) {
	c := raceConfig(2, 10)
	c.Entrants[1] = Entrant{Name: "cheat", New: func() game.Agent { return cheat{} }}
	_, err := Tournament(context.Background(), c)
	var illegal *game.IllegalAction
	if !errors.As(err, &illegal) || illegal.Action != raceStop {
		t.Fatalf("error %v, want an illegal action", err)
	}
	for _, want := range []string{"agent cheat at seat", " v ", "seed "} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not contain %q", err, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		change func(*Config)
		want   string
	}{
		{func(c *Config) { c.Game = nil }, "no game"},
		{func(c *Config) { c.Entrants = nil }, "no entrants"},
		{func(c *Config) { c.Games = 0 }, "0 games"},
		{func(c *Config) { c.Games = 20_000_000 }, "9 lineups of 20000000 games: want 1 to 100000000"},
		{func(c *Config) { c.Lineups = []Lineup{} }, "0 lineups"},
		{func(c *Config) { c.Workers = -1 }, "-1 workers"},
		{func(c *Config) { c.RoundLimit = -1 }, "round limit -1"},
		{func(c *Config) { c.Deals = "some" }, `deals "some": want fresh, seats or all`},
		{func(c *Config) { c.Entrants[1].Name = "fast" }, `"fast" is named twice`},
		{func(c *Config) { c.Entrants[1].New = nil }, `entrant 2 ("twin")`},
		{func(c *Config) { c.Lineups = []Lineup{{0, 1, 2}} }, "3 seats: want 2"},
		{func(c *Config) { c.Lineups = []Lineup{{0, 3}} }, "entrant 3: want 0 to 2"},
	} {
		cfg := raceConfig(2, 10)
		c.change(&cfg)
		_, err := Tournament(context.Background(), cfg)
		must.Fail(t, err, c.want)
	}
	many := raceConfig(6, 1)
	for i := range 40 {
		many.Entrants = append(many.Entrants, raceEntrant(fmt.Sprint(i), 30, 0))
	}
	must.Fail(t, many.Validate(), "fewer entrants")
}

func TestPlayAllocatesNothing(t *testing.T) {
	c := raceConfig(2, 1)
	s := c.setup()
	tab := newTable(&c, &s)
	i := uint64(0)
	if n := testing.AllocsPerRun(100, func() {
		must.Get(tab.play(s.Lineups[2], 1, i))(t)
		i++
	}); n != 0 {
		t.Errorf("a game allocates %v times", n)
	}
}
