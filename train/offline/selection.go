package offline

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/card"
	"rummygym/env/game"
)

// Selection says which decisions count. The zero value takes all.
type Selection struct {
	Agents   []string // specifications of those who decided, as recorded; none: all
	Seats    []int    // of those who decided; none: all
	Winners  bool     // only decisions of those who won the game
	Choices  bool     // only decisions at which two or more actions were legal
	Finished bool     // no games that were cut off, of which nobody knows the result

	// PerGame is the most decisions of a game that are learned from in an epoch, drawn
	// anew for each; 0 takes all. All decisions of a game have one result: of a few
	// thousand games in a buffer a network can learn it by heart, unless it sees little
	// of each (Silver et al., "Mastering the game of Go with deep neural networks and tree
	// search", 2016, took one position of a game). Held-out games are measured whole.
	PerGame int
}

// Validate returns an error that names the first agent or seat that no dataset has.
func (s *Selection) Validate(agents []string, seats int) error {
	for _, a := range s.Agents {
		if !slices.Contains(agents, a) {
			return fmt.Errorf("no game was recorded of agent %q: there are %s", a, strings.Join(agents, ", "))
		}
	}
	for _, seat := range s.Seats {
		if seat < 0 || seat >= seats {
			return fmt.Errorf("seat %d: want 0 to %d", seat, seats-1)
		}
	}
	if s.PerGame < 0 {
		return fmt.Errorf("%d decisions of a game: want at least 1, or 0 for all", s.PerGame)
	}
	return nil
}

// choose sets want to which rows of e count, and returns how many do.
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

// thin leaves at most PerGame of the n decisions that want marks, drawn by a seed, and
// returns how many are left.
func (s *Selection) thin(want []bool, n int, seed uint64) int {
	if s.PerGame == 0 {
		return n
	}
	src := rand.NewPCG(seed, 0)
	left := min(n, s.PerGame)
	take := left
	for i, w := range want { // each of those to come with the same probability
		if w {
			if want[i] = card.Below(src, uint64(n)) < uint64(take); want[i] {
				take--
			}
			n--
		}
	}
	return left
}
