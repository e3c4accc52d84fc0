package convert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/env/game"
	"rummygym/env/record"
	"slices"
)

// Records is a file of records that [Export] has written, open for reading.
type Records struct {
	in     *record.Reader
	meta   *datasets.Meta
	shards []shardEpisodes
}

// OpenRecords reads the line with what the dataset has beside its games.
func OpenRecords(r io.Reader) (*Records, error) {
	rs := &Records{in: record.NewReader(r)}
	line, err := rs.in.Dataset()
	if err != nil {
		return nil, err
	}
	if line == nil {
		return nil, errors.New(`line 1 is not of type dataset: only records that "rummygym dataset export --records" wrote of a whole dataset say which columns, files and runs it has`)
	}
	var first datasetLine
	if err := json.Unmarshal(line, &first); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if rs.meta, err = datasets.ReadMeta(string(first.Meta)); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	next := int64(0)
	for i, s := range first.Shards {
		if s.First != next || s.Episodes < 1 || s.Episodes > rs.meta.Episodes()-next {
			return nil, fmt.Errorf("line 1: shard %d has %d episodes from %d, want at least 1 from %d, and %d in all", i, s.Episodes, s.First, next, rs.meta.Episodes())
		}
		next += s.Episodes
	}
	if next != rs.meta.Episodes() {
		return nil, fmt.Errorf("line 1: the shards have %d episodes, and the runs %d", next, rs.meta.Episodes())
	}
	rs.shards = first.Shards
	return rs, nil
}

// Meta returns the metadata of the dataset.
func (rs *Records) Meta() *datasets.Meta { return rs.meta }

// Import writes the dataset of the records to a new folder, in the given format. The table must
// be that of the metadata. Every event is checked by the rules, and the observations are
// computed again, so that the files are those of the dataset that was exported: the same
// bytes, if format and compression are the same.
func Import(ctx context.Context, rs *Records, t *game.Table, dir string, f datasets.Format, c datasets.Compression) (*datasets.Manifest, error) {
	if _, err := datasets.NewReplay(t, rs.meta); err != nil { // is it the same game with the same fields?
		return nil, err
	}
	g, err := record.Of(t.Game)
	if err != nil {
		return nil, err
	}
	header, err := record.NewHeader(g, rs.meta.Env, rs.meta.Rules, nil)
	if err != nil {
		return nil, fmt.Errorf("line 1: rules of the dataset: %w", err)
	}
	meta := *rs.meta
	meta.Format, meta.Compression = f, c
	im := &importer{
		records: rs, game: g, meta: &meta, rules: header.Rules, rows: shard.NewRecorder(t, &meta),
		obs: t.Game.NewObservation(), last: -1,
	}
	return fill(dir, &meta, func(commit func(datasets.ShardEntry)) error {
		if err := im.advance(); err != nil {
			return err
		}
		for i, s := range rs.shards {
			entry, err := im.shard(ctx, dir, datasets.ShardInfo{Index: i, First: s.First, Episodes: s.Episodes})
			if err != nil {
				return err
			}
			commit(entry)
		}
		if im.next != nil {
			return fmt.Errorf("%w after the last episode of the dataset", im.at(fmt.Errorf("the game is episode %d", im.next.Place.Episode)))
		}
		return nil
	})
}

// importer makes rows of records.
type importer struct {
	records *Records
	game    record.Game
	meta    *datasets.Meta
	rules   json.RawMessage // of the headers
	rows    *shard.Recorder
	obs     game.Observation
	next    *record.Record // nil at the end of the file
	last    int64          // number of the last episode read
	without []gameEnded    // of the shard, after last
}

// at adds the line of the next game to an error.
func (im *importer) at(err error) error { return fmt.Errorf("line %d: %w", im.next.Line(), err) }

// advance reads the next game.
func (im *importer) advance() (err error) {
	if im.next, err = im.records.in.Next(); err == io.EOF {
		im.next = nil
		return nil
	}
	if err == nil && im.next.Place == nil {
		return im.at(errors.New("the header has no field place: the games of a dataset have one"))
	}
	return err
}

// shard writes a shard.
func (im *importer) shard(ctx context.Context, dir string, info datasets.ShardInfo) (datasets.ShardEntry, error) {
	w, err := shard.Create(dir, im.meta, info)
	if err != nil {
		return datasets.ShardEntry{}, err
	}
	im.without = im.records.shards[info.Index].Without
	im.rows.Rows.Reset()
	if err := im.episodes(ctx, w, info); err != nil {
		w.Discard()
		return datasets.ShardEntry{}, err
	}
	return w.Commit(nil)
}

func (im *importer) episodes(ctx context.Context, w *shard.Writer, info datasets.ShardInfo) error {
	end := info.First + info.Episodes
	for batch := 0; im.next != nil && im.next.Place.Shard == info.Index; {
		if err := ctx.Err(); err != nil {
			return err
		}
		place := im.next.Place
		number := int64(place.Episode)
		switch {
		case number <= im.last || number < info.First || number >= end:
			return im.at(fmt.Errorf("episode %d, want one after %d, and of %d to %d for shard %d", number, im.last, info.First, end-1, info.Index))
		case im.meta.Rows == datasets.AllRows && number != im.last+1:
			return im.at(fmt.Errorf("episode %d, want %d: a game is missing", number, im.last+1))
		case place.Batch == batch+1 && im.rows.Rows.Len() > 0:
			if err := w.Flush(im.rows.Rows); err != nil {
				return err
			}
			batch++
		case place.Batch != batch:
			return im.at(fmt.Errorf("batch %d, want %d or the next", place.Batch, batch))
		}
		if err := im.pass(w, number); err != nil {
			return err
		}
		if err := im.episode(number); err != nil {
			return err
		}
		if err := w.Take(im.rows.Rows); err != nil {
			return err
		}
		im.last = number
		if err := im.advance(); err != nil {
			return err
		}
	}
	if im.meta.Rows == datasets.AllRows && im.last != end-1 {
		if im.next != nil {
			return im.at(fmt.Errorf("episode %d of shard %d, want %d: a game is missing", im.next.Place.Episode, im.next.Place.Shard, im.last+1))
		}
		return fmt.Errorf("the records end after episode %d, but the dataset has %d: the file is cut", im.last, im.meta.Episodes())
	}
	if err := im.pass(w, end); err != nil {
		return err
	}
	return w.Flush(im.rows.Rows)
}

// pass adds the results of the episodes after the last one and before the given one, which have no
// record.
func (im *importer) pass(w *shard.Writer, number int64) error {
	if im.meta.Rows == datasets.AllRows {
		return nil
	}
	for im.last++; im.last < number; im.last++ {
		if len(im.without) == 0 || im.without[0].Episode != im.last {
			return fmt.Errorf("line 1: the result of episode %d is missing, which has no game below: export the dataset again with this version of the program", im.last)
		}
		end := im.without[0]
		im.without = im.without[1:]
		if len(end.Gains) != im.meta.Seats || len(end.Decisions) != im.meta.Seats {
			return fmt.Errorf("line 1: episode %d has %d gains and %d numbers of decisions, want one of each for the %d seats", end.Episode, len(end.Gains), len(end.Decisions), im.meta.Seats)
		}
		run := im.meta.RunOf(end.Episode)
		d := shard.Decision{Episode: end.Episode, Deal: run.Deal(end.Episode), Seed: run.Seed, Attempt: end.Attempt}
		o := game.Outcome{Over: end.Ending != "", Winner: end.Winner, Ending: game.Ending(end.Ending), Rounds: int(end.Rounds)}
		var decisions [game.MaxPlayers]int32
		for seat := range im.meta.Seats {
			o.Gains[seat], decisions[seat] = end.Gains[seat], end.Decisions[seat]
			d.Step += end.Decisions[seat]
		}
		results := shard.AppendOutcome(nil, im.meta, run, &d, &o, &decisions)
		if err := im.meta.CheckResults(results); err != nil {
			return fmt.Errorf("line 1: the result of episode %d: %w", end.Episode, err)
		}
		for _, r := range results {
			if err := w.Add(r); err != nil {
				return err
			}
		}
	}
	im.last--
	return nil
}

// episode adds the rows of the next game.
func (im *importer) episode(number int64) error {
	rec, p := im.next, im.rows
	run := im.meta.RunOf(number)
	p.Enter(run)
	d := shard.Decision{Episode: number, Deal: run.Deal(number), Seed: run.Seed}
	if err := im.header(&rec.Header, run, &d); err != nil {
		return im.at(fmt.Errorf("episode %d: %w", number, err))
	}
	p.Begin()
	before, moves := p.Rows.Len(), 0
	err := rec.Play(im.game, func(s game.State, m record.Move) error {
		if m.Action == game.NoAction {
			if s.Current() != game.NoPlayer && (run.MaxSteps == 0 || moves != run.MaxSteps) {
				return im.at(fmt.Errorf("the game of episode %d is not over after its %d moves, and no limit cut it off", number, moves))
			}
			d.Step = int32(moves)
			return p.End(d, s, im.obs)
		}
		if run.MaxSteps > 0 && moves == run.MaxSteps {
			return im.at(fmt.Errorf("the game of episode %d has more moves than the limit of %d", number, run.MaxSteps))
		}
		d.Player, d.Step, d.Action, d.Probability = s.Current(), int32(moves), m.Action, m.Probability
		moves++
		s.Observe(d.Player, im.obs)
		var legal game.Mask
		s.Legal(&legal)
		return p.Decide(&d, im.obs, &legal)
	})
	if err == nil && p.Rows.Len() == before {
		return im.at(fmt.Errorf("episode %d has no rows in such a dataset (rows %s): want only games that have rows", number, im.meta.Rows))
	}
	return err
}

// header checks that a header is that of an episode of a run, and sets the attempt.
func (im *importer) header(h *record.Header, run *datasets.Run, d *shard.Decision) error {
	o := h.Origin
	if o == nil {
		return errors.New("field origin is missing: a dataset names each deal by seed and number")
	}
	names, keep := run.Seats(d.Deal), im.meta.Kept(run, d.Deal)
	d.Attempt = int32(o.Attempt)
	switch {
	case h.Env != im.meta.Env:
		return fmt.Errorf("field env is %q, want %q as in line 1", h.Env, im.meta.Env)
	case string(h.Rules) != string(im.rules):
		return fmt.Errorf("field rules is %s, want %s as in line 1", h.Rules, im.rules)
	case !slices.Equal(h.Seats, names):
		return fmt.Errorf("field seats is %q, want %q by the run of line 1", h.Seats, names)
	case *o.Seed != d.Seed || int64(o.Deal) != d.Deal || o.Keep != keep:
		return fmt.Errorf("the origin is deal %d of seed %d kept for seat %d, want deal %d of seed %d kept for %d by the run of line 1", o.Deal, *o.Seed, o.Keep, d.Deal, d.Seed, keep)
	case o.Attempt < 0 || o.Attempt >= max(1, im.meta.BestOf):
		return fmt.Errorf("attempt %d, want one of %d", o.Attempt, max(1, im.meta.BestOf))
	}
	return nil
}
