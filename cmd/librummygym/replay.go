package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strconv"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/strictjson"
	"rummygym/internal/web"
)

// replayRequest names a game by its deal and its actions. rummygym.h describes the keys.
type replayRequest struct {
	Env           string          `json:"env"`
	Rules         json.RawMessage `json:"rules"`
	Seats         []string        `json:"seats"`
	Seed          string          `json:"seed"`
	Deal          int             `json:"deal"`
	Attempt       int             `json:"attempt"`
	Keep          *int            `json:"keep"`
	Actions       []int           `json:"actions"`
	Probabilities []float64       `json:"probabilities"`
	Seat          *int            `json:"seat"`
}

// replay returns the page of a game.
func replay(request string) ([]byte, error) {
	var q replayRequest
	if err := strictjson.Object("request", request, &q); err != nil {
		return nil, err
	}
	rec, err := q.record()
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	why := catalog.Reasons(rec)
	if q.Seat != nil {
		p, err := seatOf("seat", q.Seat, len(rec.Seats))
		if err != nil {
			return nil, fmt.Errorf("request: %w", err)
		}
		rec = rec.View(p)
	}
	t, err := catalog.GameByEnv(rec.Env)
	if err != nil {
		return nil, fmt.Errorf("request: %w", err)
	}
	return (&web.Replay{Title: t.Title, Phrases: &t.Phrases, Record: rec, Why: why}).HTML()
}

// seatOf returns the seat of a key, game.NoPlayer without a value.
func seatOf(key string, seat *int, seats int) (game.Player, error) {
	if seat == nil {
		return game.NoPlayer, nil
	}
	if *seat < 0 || *seat >= seats {
		return game.NoPlayer, fmt.Errorf("key %q is %d: want a seat from 0 to %d", key, *seat, seats-1)
	}
	return game.Player(*seat), nil
}

// record plays the game.
func (q *replayRequest) record() (*record.Record, error) {
	seed, err := strconv.ParseUint(q.Seed, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("key \"seed\" is %q: want 64 bits as decimal digits", q.Seed)
	}
	if q.Deal < 0 || q.Attempt < 0 {
		return nil, fmt.Errorf("keys \"deal\" and \"attempt\" are %d and %d: want at least 0", q.Deal, q.Attempt)
	}
	if n := len(q.Probabilities); n != 0 && n != len(q.Actions) {
		return nil, fmt.Errorf("key \"probabilities\" has %d values: want one for each of %d actions", n, len(q.Actions))
	}
	g, err := catalog.RecordGame(&record.Header{Env: q.Env, Rules: q.Rules})
	if err != nil {
		return nil, err
	}
	if len(q.Seats) != g.Players() {
		return nil, fmt.Errorf("key \"seats\" has %d names: want one for each of %d seats", len(q.Seats), g.Players())
	}
	keep, err := seatOf("keep", q.Keep, g.Players())
	if err != nil {
		return nil, err
	}
	rec := &record.Record{}
	if rec.Header, err = catalog.RecordHeader(g, q.Seats); err != nil {
		return nil, err
	}
	rec.Origin = &record.Origin{Seed: &seed, Deal: q.Deal, Attempt: q.Attempt, Keep: keep}
	s, tell := g.NewState(), record.NewRecorder(g)
	game.DealAttempt(g, s, new(rand.PCG), seed, uint64(q.Deal), uint64(q.Attempt), keep)
	rec.Events = tell.AppendDeal(nil, s)
	for i, number := range q.Actions {
		if number < 0 || number >= g.NumActions() {
			return nil, fmt.Errorf("key \"actions\", value %d is %d: want 0 to %d", i, number, g.NumActions()-1)
		}
		a, probability := game.Action(number), 1.
		if len(q.Probabilities) > 0 {
			probability = q.Probabilities[i]
		}
		if !(probability > 0 && probability <= 1) {
			return nil, fmt.Errorf("key \"probabilities\", value %d is %v: want more than 0 and at most 1", i, probability)
		}
		if rec.Events, err = tell.AppendMove(rec.Events, s, a, probability); err != nil {
			return nil, fmt.Errorf("key \"actions\", value %d: %w", i, err)
		}
		if err := s.Apply(a); err != nil {
			return nil, fmt.Errorf("key \"actions\", value %d: %w", i, err)
		}
	}
	return rec, nil
}
