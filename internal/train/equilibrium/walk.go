package equilibrium

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"rummygym/env/game"
	"rummygym/env/record"
)

// hash is the hash of an information state.
type hash [16]byte

// position is a position of a walk.
type position struct {
	state       game.State
	depth       int
	probability float64       // of chance on the way to it
	knows       [Seats]hash   // the information state of each seat
	sequence    [Seats]int32  // the last sequence of each seat
	seen        [Seats][]byte // with tell
}

// A visitor is what a walk is made for.
type visitor interface {
	// decide is called before a decision of seat p, and returns the first sequence of its information set. If skips is not nil it
	// says of which actions, counted from 0, the positions after them are left out.
	decide(at *position, p game.Player, legal *game.Mask) (first int32, skips func(k int) bool, err error)

	// end is called at the end of a game.
	end(at *position) error
}

// walk visits all positions of a game, depth first.
type walk struct {
	game    record.Game
	chance  *record.Chance
	visitor visitor
	levels  []*level
	bytes   []byte
	tell    func(dst []byte, p game.Player, events ...record.Event) []byte // adds to position.seen what a seat sees; may be nil

	ctx      context.Context
	limit    int64 // number of positions at which the walk gives up; 0 is none
	visited  int64
	deals    int64
	progress func() // called after each deal; may be nil
}

// level is the memory for positions of one depth.
type level struct {
	state  game.State
	events []record.Event
	legal  game.Mask
}

// newWalk returns a walk of g, or an error if its positions cannot be listed.
func newWalk(ctx context.Context, g game.Game, v visitor) (*walk, error) {
	of, err := record.Of(g)
	if err != nil {
		return nil, err
	}
	if g.Players() != Seats {
		return nil, fmt.Errorf("the game has %d seats: exact methods are for games of two", g.Players())
	}
	chance, err := record.NewChance(of)
	if err != nil {
		return nil, err
	}
	return &walk{game: of, chance: chance, visitor: v, ctx: ctx}, nil
}

// level returns the memory of a depth.
func (w *walk) level(depth int) *level {
	for len(w.levels) <= depth {
		w.levels = append(w.levels, &level{state: w.game.NewState()})
	}
	return w.levels[depth]
}

// run visits all positions.
func (w *walk) run() error {
	return w.chance.Deals(func(deal *record.Event, probability float64) error {
		l := w.level(0)
		if err := record.DealRecorded(w.game, l.state, deal); err != nil {
			return err
		}
		w.deals++
		at := position{state: l.state, probability: probability}
		l.events = w.game.AppendEvents(l.events[:0], nil, l.state, game.NoAction)
		w.learn(&at, l.events)
		if err := w.visit(&at); err != nil {
			return err
		}
		if w.progress != nil {
			w.progress()
		}
		return nil
	})
}

// learn adds events to what the seats know, one by one: a seat does not know which events are of one move, nor of moves that it does not see.
func (w *walk) learn(at *position, events []record.Event) {
	for p := range at.knows {
		knows := &at.knows[p]
		for i := range events {
			if w.tell != nil {
				at.seen[p] = w.tell(slices.Clip(at.seen[p]), game.Player(p), events[i])
			}
			w.bytes = record.AppendInformation(append(w.bytes[:0], knows[:]...), game.Player(p), events[i])
			if len(w.bytes) > len(knows) {
				sum := sha256.Sum256(w.bytes)
				copy(knows[:], sum[:])
			}
		}
	}
}

// visit visits a position and those after it.
func (w *walk) visit(at *position) error {
	if w.visited++; w.limit > 0 && w.visited > w.limit {
		return fmt.Errorf("the game has more than %d positions: choose smaller rules, or raise the limit if there is time and memory", w.limit)
	}
	if w.visited%(1<<14) == 0 {
		if err := w.ctx.Err(); err != nil {
			return err
		}
	}
	p := at.state.Current()
	if p == game.NoPlayer {
		return w.visitor.end(at)
	}
	l, to := w.level(at.depth), w.level(at.depth+1)
	at.state.Legal(&l.legal)
	legal := l.legal
	first, skips, err := w.visitor.decide(at, p, &legal)
	if err != nil {
		return err
	}
	k := -1
	for a := range legal.Each() {
		if k++; skips != nil && skips(k) {
			continue
		}
		to.events, err = w.chance.Apply(to.events, at.state, to.state, a, func(events []record.Event, probability float64) error {
			next := *at
			next.state, next.depth = to.state, at.depth+1
			next.probability *= probability
			next.sequence[p] = first + int32(k)
			if to.state.Current() != game.NoPlayer {
				w.learn(&next, events)
			}
			return w.visit(&next)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Deals returns the number of deals of g that somebody can tell from the others. More than limit, 0 for [Limit], are an error, because
// [New] and [Estimate] list them.
func Deals(g game.Game, limit int64) (int64, error) {
	w, err := newWalk(context.Background(), g, nil)
	if err != nil {
		return 0, err
	}
	n, err := w.chance.Count()
	if limit = cmp.Or(limit, Limit); err == nil && n > float64(limit) {
		err = fmt.Errorf("the game has %.4g deals, and at most %d positions are listed: choose rules with fewer cards, such as the preset small", n, limit)
	}
	return int64(min(n, float64(limit))), err
}
