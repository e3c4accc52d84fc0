package arena

import (
	"sync"

	"rummygym/env/record"
)

// Costliest keeps, of each two agents that met at a table for two, the game in which the most points were paid, as
// far as it was not forfeited. The zero value is ready to use as [Config.Costliest].
type Costliest struct {
	mu    sync.Mutex
	games map[[2]int]*CostlyGame // by entrants, the lower number first
}

// CostlyGame is a game with its events.
type CostlyGame struct {
	Lineup Lineup
	Seed   uint64 // of the lineup
	Game   int    // episode of a run with this seed
	Points int    // paid
	Events []record.Event

	at int // number of the lineup
}

// Of returns the game of two agents, or nil.
func (c *Costliest) Of(a, b int) *CostlyGame { return c.games[[2]int{min(a, b), max(a, b)}] }

// take keeps a game if it is the costliest one. Of games that cost the same it is the first.
func (c *Costliest) take(g *CostlyGame) {
	key := [2]int{min(g.Lineup[0], g.Lineup[1]), max(g.Lineup[0], g.Lineup[1])}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.games == nil {
		c.games = map[[2]int]*CostlyGame{}
	}
	if k := c.games[key]; k == nil || g.Points > k.Points || g.Points == k.Points && (g.at < k.at || g.at == k.at && g.Game < k.Game) {
		c.games[key] = g
	}
}

// Ladder returns the games of a tournament at tables for two as those of a ladder, without the games of agents with
// themselves. Deal i of a pair is then game i of both orders, whether or not they were dealt the same cards.
func (r *Result) Ladder() *Result {
	s := r.Setup
	s.Lineups, s.Deals = Pairs(len(r.Agents)), AllDeals
	all := &Result{Setup: s}
	for _, l := range s.Lineups {
		k := r.find(l...)
		all.Records = append(all.Records, r.Records[k])
		if r.Tallies != nil {
			all.Tallies = append(all.Tallies, r.Tallies[k])
		}
	}
	return all
}
