package offline

import (
	"fmt"
	"slices"
	"strings"

	"rummygym/datasets"
	"rummygym/env/game"
)

// Selection says which decisions count. The zero value takes all.
type Selection struct {
	Agents   []string // specifications of those who decided, as recorded; none: all
	Seats    []int    // of those who decided; none: all
	Winners  bool     // only decisions of those who won the game
	Choices  bool     // only decisions at which two or more actions were legal
	Finished bool     // no games that were cut off, of which nobody knows the result
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
