package offline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
	"rummygym/internal/agents/network"
	"rummygym/internal/train"
)

// Selection selects decisions. The zero value selects all.
type Selection struct {
	Agents   []string // specifications of the agents that decided, as recorded; empty: all
	Seats    []int    // seats that decided; empty: all
	Winners  bool     // only decisions of winners
	Choices  bool     // only decisions with two or more legal actions
	Finished bool     // no games that were cut off, whose result is unknown

	// PerGame is the maximum number of decisions of a game per epoch, drawn anew in each;
	// 0 means all. All decisions of a game share one result: with a few thousand games in a
	// buffer, a network can overfit to the results unless it sees few decisions of each
	// game (silver2016go used one position per game). Held-out games are measured in full.
	PerGame int
}

// Validate returns an error for the first agent or seat that no dataset has.
func (s *Selection) Validate(agents []string, seats int) error {
	for _, a := range s.Agents {
		if !slices.Contains(agents, a) {
			return fmt.Errorf("no game was recorded of agent %q: want one of %s", a, strings.Join(agents, ", "))
		}
	}
	for _, seat := range s.Seats {
		if seat < 0 || seat >= seats {
			return fmt.Errorf("seat %d: want 0 to %d", seat, seats-1)
		}
	}
	if s.PerGame < 0 {
		return fmt.Errorf("%d decisions per game: want at least 1, or 0 for all", s.PerGame)
	}
	return nil
}

// choose sets want for each row of e that is selected, and returns their number.
func (s *Selection) choose(want []bool, e datasets.Episode, legal []game.Mask) (n int) {
	for i := range want {
		row := e.From + i
		want[i] = e.Action[row] != uint16(game.NoAction) &&
			(len(s.Agents) == 0 || slices.Contains(s.Agents, e.Agent(row))) &&
			(len(s.Seats) == 0 || slices.Contains(s.Seats, int(e.Player[row]))) &&
			!(s.Winners && e.Winner[row] != e.Player[row]) &&
			!(s.Choices && legal[i].Count() < 2) &&
			!(s.Finished && e.Ending(row) == "")
		if want[i] {
			n++
		}
	}
	return n
}

// thin keeps at most PerGame of the n decisions marked in want, drawn from a seed, and
// returns the number kept.
func (s *Selection) thin(want []bool, n int, seed uint64) int {
	if s.PerGame == 0 {
		return n
	}
	src := rand.NewPCG(seed, 0)
	left := min(n, s.PerGame)
	take := left
	for i, w := range want { // selection sampling: each decision is kept with the same probability
		if w {
			if want[i] = card.Below(src, uint64(n)) < uint64(take); want[i] {
				take--
			}
			n--
		}
	}
	return left
}

// Inputs returns the fields of the rows as inputs of a network, scaled by the values in the
// rows, see [train.Inputs].
func Inputs(rows *Rows) []network.Input {
	return train.Inputs(rows.pack.layout, rows.Len(), rows.Inputs, train.Spread)
}

// Split selects the episodes that are held out.
type Split struct {
	Seed  uint64
	Share float64 // share of episodes held out, in [0, 1)
}

// splitStream separates the hash of [Split] from others of the same seed.
const splitStream = 0x73706c6974 // "split"

// HeldOut reports whether the episode of a deal is held out.
func (s Split) HeldOut(seed uint64, deal int64) bool {
	return game.Unit(game.Seed(s.Seed, splitStream, seed, uint64(deal))) < s.Share
}

// Validate returns an error if the share is out of range.
func (s Split) Validate() error {
	if !(s.Share >= 0 && s.Share < 1) {
		return fmt.Errorf("share %v of held-out episodes: want a number in [0, 1)", s.Share)
	}
	return nil
}
