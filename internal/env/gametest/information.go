package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"rummygym/env/game"
	"rummygym/env/record"
)

// verifyInformation compares the information states of a game's events with what the seats observe
// and do, at decisions of a seat. If they are equal, the seat observed and did the same at all its decisions before,
// observes the same now, and has the same legal actions. In the first hand of a match they are equal if the seat has done and
// observed the same in all positions; the seat never observes the last discard of a hand that another one follows. It accepts a
// game that is not a record.Game.
func verifyInformation(g game.Game, src *rand.PCG, episodes int) error {
	rg, ok := g.(record.Game)
	if !ok {
		return nil
	}
	for i := range (episodes + 1) / 2 {
		if err := verifyInformationOf(rg, src); err != nil {
			return fmt.Errorf("episode %d: %w", i, err)
		}
	}
	return nil
}

const (
	informationDepth  = 4 // number of moves
	informationWorlds = 2 // number of deals that look the same to each seat
)

// verifyInformationOf plays all games of the first moves from one deal and from others that one of the seats cannot
// tell apart from it, with the first, the middle and the last legal action of each position.
func verifyInformationOf(g record.Game, src *rand.PCG) error {
	x := informed{game: g, recorder: record.NewRecorder(g), past: map[string]string{}, state: map[string]string{}}
	first := newEpisode(g, src).state
	worlds := []game.State{first}
	for p := range game.Player(g.Players()) {
		for range informationWorlds {
			other := g.NewState()
			other.CopyFrom(first)
			other.Redeal(p, src)
			worlds = append(worlds, other)
		}
	}
	for _, s := range worlds {
		if err := x.walk(s, x.recorder.AppendDeal(nil, s), make([]past, g.Players()), 0); err != nil {
			return err
		}
	}
	return nil
}

// past is what a seat has observed and done: at its decisions, and in all positions.
type past struct{ decisions, all string }

// informed are the decisions seen so far: the decisions of an information state, and the information state of all that was
// observed.
type informed struct {
	game        record.Game
	recorder    *record.Recorder
	past, state map[string]string
}

// walk visits s, which the events led to, and the positions after it.
func (x *informed) walk(s game.State, events []record.Event, pasts []past, depth int) error {
	mover := s.Current()
	if mover == game.NoPlayer || depth == informationDepth {
		return nil
	}
	var legal game.Mask
	s.Legal(&legal)
	n := legal.Count()
	if n == 0 {
		return fmt.Errorf("after %d moves no action is legal before the end", depth)
	}
	pasts = slices.Clone(pasts)
	for p := range pasts {
		observed := fmt.Sprintf("%#v\n", observe(x.game, s, game.Player(p)))
		pasts[p].all += observed
		if game.Player(p) == mover {
			pasts[p].decisions += fmt.Sprintf("%s%v\n", observed, legal)
		}
	}
	now := &pasts[mover]
	key := fmt.Sprint(mover) + string(record.AppendInformation(nil, mover, events...))
	text := string(record.AppendInformationText(nil, mover, events...))
	if before, ok := x.past[key]; ok && before != now.decisions {
		return fmt.Errorf("after %d moves seat %d has the same information state in two positions that it can tell apart:\n%sIt observes and does\n%sand\n%s", depth, mover, text, before, now.decisions)
	}
	hands := 0
	for i := range events {
		if events[i].Type == record.Deal {
			hands++
		}
	}
	if before, ok := x.state[now.all]; ok && before != text && hands == 1 {
		return fmt.Errorf("after %d moves seat %d has two information states in positions that it cannot tell apart:\n%sand\n%sIt observes and does\n%s", depth, mover, before, text, now.all)
	}
	x.past[key], x.state[now.all] = now.decisions, text
	before := *now
	for _, a := range slices.Compact([]game.Action{legal.Nth(0), legal.Nth(n / 2), legal.Nth(n - 1)}) {
		told, err := x.recorder.AppendMove(nil, s, a, 1)
		if err != nil {
			return fmt.Errorf("after %d moves: %w", depth, err)
		}
		next := x.game.NewState()
		next.CopyFrom(s)
		if err := next.Apply(a); err != nil {
			return fmt.Errorf("after %d moves: %w", depth, err)
		}
		did := x.game.ActionString(a) + "\n"
		*now = past{before.decisions + did, before.all + did}
		if err := x.walk(next, slices.Concat(events, told), pasts, depth+1); err != nil {
			return err
		}
	}
	return nil
}
