package equilibrium

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"rummygym/env/game"
)

// Seats is the number of seats of the games of this package.
const Seats = 2

// Tree is a two-player zero-sum game with all its positions, in sequence form (koller1996sequence). A sequence of
// a seat is a choice at one of its information sets together with the choices before it; sequence 0 is the empty
// one. The payoff of two strategies is a bilinear form of the probabilities with which the seats play their
// sequences, so positions that chance reaches with the same choices of both seats are one number. A Tree does not
// change, and is safe for concurrent use.
type Tree struct {
	Counts
	game  string
	sides [Seats]side
	index [Seats]map[hash]int32 // information sets by their states
}

// Counts are the sizes of a game.
type Counts struct {
	Deals     int64        `json:"deals" doc:"deals that a player can tell apart"`
	Positions int64        `json:"positions" doc:"decisions and endings, counted once for each way that leads to them"`
	Endings   int64        `json:"endings" doc:"positions at the end"`
	Sets      [Seats]int64 `json:"information_sets" doc:"information sets of each seat"`
	Sequences [Seats]int64 `json:"sequences" doc:"choices at information sets of each seat"`
	Depth     int          `json:"depth" doc:"decisions of the longest game"`
	Stake     int          `json:"stake" doc:"points of the largest gain"`
}

// side is what a seat can know and do. Information sets are numbered such that those before another one have lower
// numbers, and sequences in the order of their information sets.
type side struct {
	first   []int32       // by information set: its first sequence; then the number of sequences
	parent  []int32       // by information set: the sequence before it
	actions []game.Action // by sequence
	keys    []uint64      // by information set, for tables; see package tabular
	views   []uint64      // by information set: the key of its observation alone
	roots   []int32       // by group: its first information set; then their number. No sequence leads from a group to another
	payoffs matrix        // by sequence and sequence of the other seat: gain of this seat, times the probability of chance
}

// sets returns the number of information sets.
func (s *side) sets() int { return len(s.parent) }

// sequences returns the number of sequences, the empty one included.
func (s *side) sequences() int { return len(s.actions) }

// matrix is a sparse matrix by rows.
type matrix struct {
	start   []int32 // by row: index of its first entry; then their number
	columns []int32
	values  []float64
}

// entry is a payoff at the end of the game: that of seat 0, times the probability of chance.
type entry struct {
	sequence [Seats]int32
	value    float64
}

// newMatrix returns the matrix of entries by the sequences of seat p. Those of the same sequences are added in the order of the
// entries.
func newMatrix(entries []entry, p, rows int) matrix {
	m := matrix{start: make([]int32, rows+1)}
	for i := range entries {
		m.start[entries[i].sequence[p]+1]++
	}
	for i := range rows {
		m.start[i+1] += m.start[i]
	}
	order, next := make([]int32, len(entries)), slices.Clone(m.start)
	for i := range entries {
		row := entries[i].sequence[p]
		order[next[row]] = int32(i)
		next[row]++
	}
	sign := 1.0
	if p == 1 {
		sign = -1
	}
	at := int32(0)
	for row := range rows {
		of := order[m.start[row]:m.start[row+1]]
		slices.SortStableFunc(of, func(a, b int32) int {
			return cmp.Compare(entries[a].sequence[1-p], entries[b].sequence[1-p])
		})
		m.start[row] = at
		for k, i := range of {
			e := &entries[i]
			if k > 0 && entries[of[k-1]].sequence[1-p] == e.sequence[1-p] {
				m.values[at-1] += sign * e.value
				continue
			}
			m.columns, m.values = append(m.columns, e.sequence[1-p]), append(m.values, sign*e.value)
			at++
		}
	}
	m.start[rows] = at
	m.columns, m.values = slices.Clip(m.columns), slices.Clip(m.values)
	return m
}

// builder collects the information sets and the payoffs of a tree in the order in which a walk reaches them.
type builder struct {
	Tree
	entries []entry
}

// newBuilder returns a builder of a tree with the empty sequences.
func newBuilder(name string) *builder {
	b := &builder{Tree: Tree{game: name}}
	for p := range b.sides {
		b.index[p] = map[hash]int32{}
		b.sides[p].actions = []game.Action{game.NoAction}
	}
	return b
}

// set returns the first sequence of the information set of seat p with the given state, where the seat has the
// legal actions and its last sequence is parent. New reports whether it was not known yet.
func (b *builder) set(p game.Player, state hash, parent int32, legal *game.Mask) (first int32, isNew bool, err error) {
	s := &b.sides[p]
	if i, ok := b.index[p][state]; ok {
		first = s.first[i]
		if s.parent[i] != parent {
			return 0, false, fmt.Errorf("seat %d has forgotten what it did or knew: an information set follows two of its choices", p)
		}
		k := 0
		for a := range legal.Each() {
			if at := first + int32(k); at == s.end(int(i)) || s.actions[at] != a {
				break
			}
			k++
		}
		if k != legal.Count() || first+int32(k) != s.end(int(i)) {
			return 0, false, fmt.Errorf("seat %d has different legal actions in two positions of one information set", p)
		}
		return first, false, nil
	}
	if len(s.actions) > math.MaxInt32-game.MaskSize {
		return 0, false, fmt.Errorf("seat %d has more than %d sequences", p, math.MaxInt32-game.MaskSize)
	}
	first = int32(len(s.actions))
	b.index[p][state] = int32(len(s.parent))
	s.first, s.parent = append(s.first, first), append(s.parent, parent)
	for a := range legal.Each() {
		s.actions = append(s.actions, a)
	}
	return first, true, nil
}

// end adds an end of the game.
func (b *builder) end(sequence [Seats]int32, gain int, probability float64) error {
	if len(b.entries) == math.MaxInt32 {
		return fmt.Errorf("the game has more than %d endings", math.MaxInt32)
	}
	b.Stake = max(b.Stake, gain, -gain)
	b.entries = append(b.entries, entry{sequence, float64(gain) * probability})
	return nil
}

// tree returns the finished tree. The builder cannot be used further.
func (b *builder) tree() *Tree {
	t := &b.Tree
	for p := range t.sides {
		s := &t.sides[p]
		renumbered := s.group(t.index[p])
		for i := range b.entries {
			b.entries[i].sequence[p] = renumbered[b.entries[i].sequence[p]]
		}
		t.Sets[p], t.Sequences[p] = int64(s.sets()), int64(s.sequences())-1
	}
	for p := range t.sides {
		t.sides[p].payoffs = newMatrix(b.entries, p, t.sides[p].sequences())
	}
	b.entries = nil
	return t
}

// group numbers the information sets such that those that follow the same first one are neighbours, in the order in which they
// were reached. It returns the new number of each sequence.
func (s *side) group(index map[hash]int32) (renumbered []int32) {
	n := s.sets()
	of := make([]int32, s.sequences()) // the information set of a sequence
	for i := range n {
		for q := s.first[i]; q < s.end(i); q++ {
			of[q] = int32(i)
		}
	}
	root, order := make([]int32, n), make([]int32, n)
	for i := range n {
		root[i], order[i] = int32(i), int32(i)
		if s.parent[i] > 0 {
			root[i] = root[of[s.parent[i]]]
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(root[a], root[b]) })
	renumbered = make([]int32, s.sequences())
	next := side{actions: []game.Action{game.NoAction}}
	place := make([]int32, n)
	for _, i := range order {
		place[i] = int32(len(next.first))
		next.first = append(next.first, int32(len(next.actions)))
		if s.parent[i] == 0 {
			next.roots = append(next.roots, place[i])
		}
		next.parent = append(next.parent, renumbered[s.parent[i]]) // that of an earlier set
		if s.keys != nil {
			next.keys, next.views = append(next.keys, s.keys[i]), append(next.views, s.views[i])
		}
		for q := s.first[i]; q < s.end(int(i)); q++ {
			renumbered[q] = int32(len(next.actions))
			next.actions = append(next.actions, s.actions[q])
		}
	}
	next.first = append(next.first, int32(len(next.actions)))
	next.roots = append(next.roots, int32(n))
	for state, i := range index {
		index[state] = place[i]
	}
	*s = next
	return renumbered
}

// end returns the sequence after the last one of information set i.
func (s *side) end(i int) int32 {
	if i+1 < len(s.first) {
		return s.first[i+1]
	}
	return int32(len(s.actions))
}
