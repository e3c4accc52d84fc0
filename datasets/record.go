package datasets

import (
	"fmt"
	"rummygym/env/game"
	"rummygym/env/record"
)

// Record returns the record of an episode, without its place in the dataset. It compares all
// recorded values with the rules, as [Replay.Moves] does.
func (r *Replay) Record(e Episode) (*record.Record, error) {
	g, err := record.Of(r.table.Game)
	if err != nil {
		return nil, err
	}
	run, deal, seed := r.meta.RunOf(e.Number()), e.Deal[e.From], e.Seed[e.From]
	if run == nil || seed != run.Seed || deal != run.Deal(e.Number()) {
		return nil, fmt.Errorf("episode %d is deal %d of seed %d, which is not its place in a run of the metadata: it cannot be recorded", e.Number(), deal, seed)
	}
	h, err := record.NewHeader(g, r.meta.Env, r.meta.Rules, run.Seats(deal))
	if err != nil {
		return nil, fmt.Errorf("rules of the dataset: %w", err)
	}
	h.Origin = &record.Origin{Seed: &seed, Deal: int(deal), Keep: r.meta.Kept(run, deal)}
	if r.meta.BestOf > 1 {
		h.Origin.Attempt = int(e.Attempt[e.From])
	}
	rec := &record.Record{Header: h}
	tell := record.NewRecorder(g)
	err = r.Moves(e, func(m Move, s game.State) error {
		if len(rec.Events) == 0 {
			rec.Events = tell.AppendDeal(rec.Events, s)
		}
		if m.Action == game.NoAction {
			return nil
		}
		probability := e.Probability[m.Row]
		if !(probability > 0 && probability <= 1) {
			return fmt.Errorf("episode %d, step %d: the probability %v is not in (0, 1]", e.Number(), m.Step, probability)
		}
		rec.Events, err = tell.AppendMove(rec.Events, s, m.Action, probability)
		return err
	})
	return rec, err
}
