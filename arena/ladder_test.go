package arena

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rummygym/env/game"
	"rummygym/internal/must"
)

// ladderConfig is a ladder of some of five players of the race.
func ladderConfig(deals int, names ...string) Config {
	all := []Entrant{raceEntrant("fast", 30, 0), raceEntrant("shy", 36, 20), raceEntrant("slow", 60, 0), raceEntrant("bold", 32, 50), raceEntrant("lazy", 45, 8)}
	c := Config{Game: race{2}, Games: deals, Seed: 7, RoundLimit: raceRounds, Drop: raceDrop, Deals: AllDeals, Lineups: Pairs(len(names))}
	for _, name := range names {
		c.Entrants = append(c.Entrants, all[slices.IndexFunc(all, func(e Entrant) bool { return e.Name == name })])
	}
	return c
}

// Games of which all lineups have the same deals can be continued with more agents, in any order, and with more deals: the
// result is the same as if all had played from the start, and nothing is played twice.
func TestLadderGrows(t *testing.T) {
	all := ladderConfig(20, "slow", "fast", "lazy", "shy")
	want := gameBytes(t, mustPlay(t, all))
	dir := t.TempDir()
	path := filepath.Join(dir, "ladder.arrow")
	for _, first := range []Config{ladderConfig(20, "slow", "fast"), ladderConfig(20, "shy", "fast", "lazy"), ladderConfig(8, "slow", "fast", "lazy", "shy"), all} {
		played := mustPlay(t, first)
		must.Do(t, WriteFile(path, played))
		c, begin := all, -1
		must.Do(t, c.ResumeFrom(path))
		c.Progress = func(done, total int) {
			if begin < 0 {
				begin = done
			}
			must.Equal(t, total, c.Total(), "games in all")
		}
		if got := gameBytes(t, mustPlay(t, c)); !bytes.Equal(got, want) {
			t.Errorf("begun with %d deals of %v: other bytes than begun with all", first.Games, played.Agents)
		}
		must.Equal(t, begin, played.Played(), "games at the beginning")
	}
	seed, lineups := all, all
	seed.Seed, lineups.Lineups = 8, Pairs(2)[1:]
	for want, c := range map[string]Config{
		"games 20 (want at most 8)":  ladderConfig(8, "slow", "fast", "lazy", "shy"),
		"games of slow v lazy (want": ladderConfig(20, "slow", "fast"),
		"deals all (want fresh)":     raceConfig(2, 20),
		"they have seed 7 (want 8)":  seed,
		"games of slow v fast (want": lineups,
	} {
		must.Fail(t, c.ResumeFrom(path), want)
	}
	other := filepath.Join(dir, "other.arrow") // part of another ladder
	must.Do(t, WriteFile(other, mustPlay(t, ladderConfig(20, "slow", "fast"))))
	must.Fail(t, all.ResumeFrom(path, other), other, "another tournament")
	whole := must.Get(os.ReadFile(path))(t)
	for at := 0; at < len(whole); at += 1 + len(whole)/97 {
		damaged := bytes.Clone(whole)
		damaged[at] ^= 4
		must.Do(t, os.WriteFile(path, damaged, 0o666))
		if err := all.ResumeFrom(path); err == nil {
			t.Errorf("a file with another byte at %d is read", at)
		}
	}
}

// madeUpLadder returns a ladder in which agent i takes the score scores[i][j] of the deals of
// each pair, by whole points, spread at random with a seed.
func madeUpLadder(deals int, seed uint64, scores [][]float64) *Result {
	n := len(scores)
	s := Setup{Game: "made up", Rules: "made up", Seats: 2, Lineups: Pairs(n), Games: deals, Seed: seed, Deals: AllDeals}
	for i := range n {
		s.Agents = append(s.Agents, fmt.Sprint("agent ", i))
	}
	res := newResult(s)
	rng := rand.New(rand.NewPCG(seed, 3))
	for l := 0; l < len(s.Lineups); l += 2 {
		wins := make([]bool, 2*deals)
		for k := range wins {
			wins[k] = float64(k) < scores[s.Lineups[l][0]][s.Lineups[l][1]]*float64(2*deals)-1e-9
		}
		rng.Shuffle(len(wins), func(a, b int) { wins[a], wins[b] = wins[b], wins[a] })
		for k, won := range wins {
			seat := k % 2
			g := Record{Ending: "won", Rounds: 1, Turns: 2, Winner: game.Player(seat)}
			if !won {
				g.Winner = game.Player(1 - seat)
			}
			g.Gains[g.Winner], g.Gains[1-g.Winner] = 10, -10
			res.Records[l+seat][k/2] = g
		}
	}
	return res
}
