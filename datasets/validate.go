package datasets

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"slices"

	"rummygym/env/game"
)

// Report is the result of Validate.
type Report struct {
	Shards   int   `json:"shards"`
	Episodes int64 `json:"episodes"`
	Rows     int64 `json:"rows"`
	Replayed int64 `json:"replayed"` // replayed episodes
	Results  int64 `json:"results"`
}

// errTooMany is the last error of a validation that stopped early.
var errTooMany = errors.New("validation stopped here: correct these errors first, more may follow")

// maxFaults is the number of faults after which Validate stops.
const maxFaults = 20

// Validate reads a dataset and checks it against [Columns] and the package comment:
// files match the manifest; all shards have one schema and metadata; every episode
// occurs once and in order; steps are in order; actions are legal; rewards, returns,
// flags and outcome agree with each other and with the results of all seats, which gain 0 together. If replay is not nil, Validate also
// replays every episode. The returned error joins up to 20 faults, each of which
// names its file.
func (d *Dataset) Validate(ctx context.Context, replay *Replay) (Report, error) {
	v := validation{d: d, replay: replay}
	for i := range d.Manifest.Shards {
		if ctx.Err() != nil {
			v.faults = append(v.faults, ctx.Err())
			break
		}
		if !v.shard(ctx, i) {
			break
		}
	}
	return v.report, errors.Join(v.faults...)
}

type validation struct {
	d      *Dataset
	replay *Replay
	path   string // of the shard
	report Report
	faults []error

	results func() (Result, error, bool) // the next one of the shard
	ended   []Result                     // of the last episode that was pulled
}

// pull checks the results of the episodes before the given one, and leaves its own in v.ended.
func (v *validation) pull(number int64) error {
	for len(v.ended) == 0 || v.ended[0].Episode < number {
		v.ended = v.ended[:0]
		for range v.d.Meta().Seats {
			r, err, ok := v.results()
			if err != nil || !ok {
				return err
			}
			v.ended = append(v.ended, r)
		}
		v.report.Results += int64(len(v.ended))
		if err := v.d.Meta().CheckResults(v.ended); err != nil {
			return fmt.Errorf("%s: the results of episode %d: %w", v.d.path(ResultsName(filepath.Base(v.path))), v.ended[0].Episode, err)
		}
	}
	return nil
}

// fault adds a fault and reports whether to continue.
func (v *validation) fault(err error) bool {
	if err != nil {
		v.faults = append(v.faults, err)
		if len(v.faults) == maxFaults {
			v.faults = append(v.faults, errTooMany)
		}
	}
	return len(v.faults) < maxFaults
}

// shard checks one shard and reports whether to continue.
func (v *validation) shard(ctx context.Context, i int) bool {
	entry := &v.d.Manifest.Shards[i]
	v.path = v.d.path(entry.File)
	if err := v.d.CheckShard(i); err != nil {
		return v.fault(err)
	}
	next, stop := iter.Pull2(v.d.ShardResults(i))
	defer stop()
	v.results, v.ended = next, nil
	for b, err := range v.d.ShardBatches(i) {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return v.fault(err)
		}
		for e := range b.Episodes() {
			if !v.episode(e) {
				return false
			}
		}
	}
	if err := v.pull(entry.First + entry.Episodes); err != nil {
		return v.fault(err)
	}
	v.report.Shards++
	v.report.Episodes += entry.Episodes
	v.report.Rows += entry.Rows
	return true
}

// episode checks one episode and reports whether to continue.
func (v *validation) episode(e Episode) bool {
	if err := v.d.Meta().checkEpisode(e); err != nil {
		return v.fault(fmt.Errorf("%s: episode %d: %w", v.path, e.Number(), err))
	}
	if err := v.pull(e.Number()); err != nil {
		v.fault(err)
		return false // what comes next is not known
	}
	if len(v.ended) == 0 || v.ended[0].Episode != e.Number() {
		v.fault(fmt.Errorf("%s: episode %d has no results", v.path, e.Number()))
		return false
	}
	if err := v.d.Meta().sameEnd(e, v.ended); err != nil {
		return v.fault(fmt.Errorf("%s: episode %d: %w", v.path, e.Number(), err))
	}
	if v.replay != nil {
		v.report.Replayed++
		if err := v.replay.Moves(e, v.compareEnd); err != nil {
			return v.fault(fmt.Errorf("%s: %w", v.path, err))
		}
	}
	return true
}

// compareEnd compares the results of an episode with the end of its replay.
func (v *validation) compareEnd(m Move, s game.State) error {
	if m.Action != game.NoAction {
		return nil
	}
	o := s.Outcome()
	for seat, r := range v.ended {
		if int(r.Gain) != o.Gains[seat] || int(r.Steps) != m.Step {
			return fmt.Errorf("episode %d: the results say that player %d gains %d after %d decisions of all, but by the rules it is %d after %d", r.Episode, seat, r.Gain, r.Steps, o.Gains[seat], m.Step)
		}
	}
	return nil
}

// CheckResults checks that the results of an episode agree with each other.
func (m *Meta) CheckResults(results []Result) error {
	first := &results[0]
	run := m.RunOf(first.Episode)
	if run == nil {
		return errors.New("it belongs to no run of the metadata")
	}
	deal := run.Deal(first.Episode)
	gains, decisions := int64(0), int64(0)
	for seat, r := range results {
		switch {
		case r.Seed != run.Seed || r.Deal != deal:
			return fmt.Errorf("seed %d, deal %d, want %d and %d", r.Seed, r.Deal, run.Seed, deal)
		case r.Agent != run.AgentAt(seat, deal):
			return fmt.Errorf("agent %s in seat %d, want %s", r.Agent, seat, run.AgentAt(seat, deal))
		case r.Winner != first.Winner || r.Ending != first.Ending || r.Rounds != first.Rounds || r.Steps != first.Steps || r.Attempt != first.Attempt:
			return fmt.Errorf("winner, ending, rounds, steps or attempt of seat %d differ from those of seat 0", seat)
		case r.Winner < game.NoPlayer || int(r.Winner) >= m.Seats || r.Ending != "" && !slices.Contains(m.Endings, r.Ending):
			return fmt.Errorf("winner %d and ending %q of %d seats and the endings %q", r.Winner, r.Ending, m.Seats, m.Endings)
		case r.Terminated != (r.Ending != "") || r.Truncated == r.Terminated:
			return fmt.Errorf("terminated and truncated of seat %d do not match the ending %q", seat, r.Ending)
		case r.Attempt < 0 || int(r.Attempt) >= max(1, m.BestOf):
			return fmt.Errorf("attempt %d, want a number from 0 to %d", r.Attempt, max(1, m.BestOf)-1)
		case r.Decisions < 0:
			return fmt.Errorf("%d decisions of seat %d", r.Decisions, seat)
		}
		gains, decisions = gains+int64(r.Gain), decisions+int64(r.Decisions)
	}
	if gains != 0 || decisions != int64(first.Steps) {
		return fmt.Errorf("the seats gain %d together and make %d decisions, want 0 and %d", gains, decisions, first.Steps)
	}
	return nil
}

// sameEnd compares the rows of an episode with its results.
func (m *Meta) sameEnd(e Episode, results []Result) error {
	var moves [game.MaxPlayers]int32
	for i := e.From; i < e.To; i++ {
		r := &results[e.Player[i]]
		if int8(r.Winner) != e.Winner[i] || r.Ending != e.Ending(i) || r.Rounds != e.Rounds[i] || r.Gain != e.Gain[i] || m.BestOf > 1 && r.Attempt != e.Attempt[i] {
			return fmt.Errorf("row %d: winner, ending, rounds, gain or attempt differ from those of the results", i-e.From)
		}
		if e.Action[i] != uint16(game.NoAction) {
			moves[e.Player[i]]++
		}
	}
	for seat := range results {
		if n := results[seat].Decisions; n != moves[seat] {
			return fmt.Errorf("player %d has %d rows of decisions, but its result counts %d", seat, moves[seat], n)
		}
	}
	return nil
}

// checkEpisode checks that the rows of an episode agree with each other.
func (m *Meta) checkEpisode(e Episode) error {
	run := m.RunOf(e.Number())
	if run == nil {
		return errors.New("it belongs to no run of the metadata")
	}
	deal := run.Deal(e.Number())
	var last, seen [game.MaxPlayers]bool
	var reward [game.MaxPlayers]float32
	decisions := 0
	for i := e.From; i < e.To; i++ {
		p := int(e.Player[i])
		if p < 0 || p >= m.Seats {
			return fmt.Errorf("row %d: player %d, but there are %d seats", i-e.From, p, m.Seats)
		}
		if e.Action[i] != uint16(game.NoAction) {
			decisions++
		}
		if err := m.checkRow(e, i, run, deal, decisions); err != nil {
			return fmt.Errorf("row %d: %w", i-e.From, err)
		}
		seen[p] = true
	}
	// Backwards: rewards add up to returns, and the last decision has the flag.
	for i := e.To - 1; i >= e.From; i-- {
		if e.Action[i] == uint16(game.NoAction) {
			continue
		}
		p := e.Player[i]
		reward[p] += e.Reward[i]
		flags := 0
		if e.Terminated(i) {
			flags++
		}
		if e.Truncated(i) {
			flags++
		}
		switch {
		case reward[p] != e.Return[i]:
			return fmt.Errorf("row %d: return_to_end is %v, but the rewards add up to %v", i-e.From, e.Return[i], reward[p])
		case !last[p] && flags != 1, last[p] && flags != 0:
			return fmt.Errorf("row %d: %d of terminated and truncated are set; exactly one must be, in the last decision of each player", i-e.From, flags)
		case e.Terminated(i) && e.Ending(i) == "", e.Truncated(i) && e.Ending(i) != "":
			return fmt.Errorf("row %d: terminated and truncated do not match the ending %q", i-e.From, e.Ending(i))
		}
		last[p] = true
	}
	for p := range m.Seats {
		if seen[p] && !last[p] {
			return fmt.Errorf("player %d has a final observation but no decision", p)
		}
		first := e.From
		if last[p] {
			for int(e.Player[first]) != p {
				first++
			}
			if reward[p] != float32(e.Gain[first]) {
				return fmt.Errorf("player %d gains %d, but its rewards add up to %v", p, e.Gain[first], reward[p])
			}
		}
	}
	return nil
}

// checkRow checks row i of an episode. decisions is the number of decisions before it.
func (m *Meta) checkRow(e Episode, i int, run *Run, deal int64, decisions int) error {
	if e.Seed[i] != run.Seed || e.Deal[i] != deal {
		return fmt.Errorf("seed %d, deal %d, want %d and %d", e.Seed[i], e.Deal[i], run.Seed, deal)
	}
	if a := run.AgentAt(int(e.Player[i]), deal); e.Agent(i) != a {
		return fmt.Errorf("agent %s in seat %d, want %s", e.Agent(i), e.Player[i], a)
	}
	if p := e.Probability[i]; !(p > 0 && p <= 1) {
		return fmt.Errorf("probability %v is not in (0, 1]", p)
	}
	var mask game.Mask
	e.Mask(&mask, i)
	if e.Action[i] == uint16(game.NoAction) {
		switch {
		case m.Final != FinalRows:
			return errors.New("it is a final observation, but the metadata says there are none")
		case mask.Count() > 0 || e.Terminated(i) || e.Truncated(i) || e.Reward[i] != 0 || e.Return[i] != 0:
			return errors.New("a final observation with a legal action, a flag, a reward or a return")
		case int(e.Step[i]) != decisions:
			return fmt.Errorf("step %d of a final observation, want %d", e.Step[i], decisions)
		}
	} else {
		switch {
		case int(e.Step[i]) != i-e.From:
			return fmt.Errorf("step %d: a decision is missing, duplicated or out of order", e.Step[i])
		case !mask.Has(game.Action(e.Action[i])):
			return fmt.Errorf("action %d is not one of the %d that the mask allows", e.Action[i], mask.Count())
		}
	}
	if m.BestOf > 1 && (e.Attempt[i] < 0 || int(e.Attempt[i]) >= m.BestOf || e.Attempt[i] != e.Attempt[e.From]) {
		return fmt.Errorf("attempt %d, want one number from 0 to %d in all rows of the episode", e.Attempt[i], m.BestOf-1)
	}
	if e.Winner[i] != e.Winner[e.From] || e.Ending(i) != e.Ending(e.From) || e.Rounds[i] != e.Rounds[e.From] {
		return errors.New("winner, ending or rounds differ from the first row of the episode")
	}
	return nil
}
