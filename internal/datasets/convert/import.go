package convert

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/datasets/shard"
)

// Records is a file of records that [Export] has written, open for reading.
type Records struct {
	in    *record.Reader
	meta  *datasets.Meta
	first datasetLine
}

// OpenRecords reads the line with what the dataset has beside its games.
func OpenRecords(r io.Reader) (*Records, error) {
	rs := &Records{in: record.NewReader(r)}
	line, err := rs.in.Dataset()
	if err != nil {
		return nil, err
	}
	if line == nil {
		return nil, errors.New(`line 1 is not of type dataset: only records that "rummygym dataset export --records" wrote of a whole dataset say which columns and runs it has`)
	}
	if err := json.Unmarshal(line, &rs.first); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if rs.meta, err = datasets.ReadMeta(string(rs.first.Meta)); err != nil {
		return nil, fmt.Errorf("line 1: %w", err)
	}
	if f := rs.first; f.First < 0 || f.Episodes < 1 || f.Episodes > math.MaxInt32 || f.First > math.MaxInt32 || f.First%rs.meta.ShardGames != 0 {
		return nil, fmt.Errorf("line 1: %d episodes from %d, want at least 1 from a multiple of the %d of a shard", f.Episodes, f.First, rs.meta.ShardGames)
	}
	return rs, nil
}

// Meta returns the metadata of the dataset.
func (rs *Records) Meta() *datasets.Meta { return rs.meta }

// Import writes the dataset of the records to a new folder. The table must
// be that of the metadata. Every event is checked by the rules, and the observations are
// computed again, so that the files are those of the dataset that was exported: the same
// bytes.
func Import(ctx context.Context, rs *Records, t *game.Table, dir string) (*datasets.Manifest, error) {
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
	im := &importer{
		records: rs.in, game: g, meta: &meta, rules: header.Rules, recorder: shard.NewRecorder(t, &meta),
		obs: t.Game.NewObservation(),
	}
	return shard.Fill(dir, &meta, func() ([]datasets.ShardEntry, error) {
		if err := im.advance(); err != nil {
			return nil, err
		}
		entries, err := shard.WriteAll(ctx, dir, &meta, meta.Shards(rs.first.First, rs.first.First+rs.first.Episodes), []shard.Player{im}, nil)
		if err == nil && im.next != nil {
			err = fmt.Errorf("%w after the last episode of the dataset", im.at(fmt.Errorf("the game is episode %d", im.next.Place.Episode)))
		}
		return entries, err
	})
}

// importer makes rows of records.
type importer struct {
	records  *record.Reader
	game     record.Game
	meta     *datasets.Meta
	rules    json.RawMessage // of the headers
	recorder *shard.Recorder
	obs      game.Observation
	next     *record.Record // nil at the end of the file
}

// at adds the line of the next game to an error.
func (im *importer) at(err error) error { return fmt.Errorf("line %d: %w", im.next.Line(), err) }

// advance reads the next game.
func (im *importer) advance() (err error) {
	if im.next, err = im.records.Next(); err == io.EOF {
		im.next = nil
		return nil
	}
	if err == nil && im.next.Place == nil {
		return im.at(errors.New("the header has no field place: the games of a dataset have one"))
	}
	return err
}

// Episode adds the rows of the next game, which must be that of the episode.
func (im *importer) Episode(number int64, rows *shard.Rows) error {
	im.recorder.Begin(number, rows)
	switch {
	case im.next == nil:
		return fmt.Errorf("the records end before episode %d: the file is cut", number)
	case int64(im.next.Place.Episode) != number:
		return im.at(fmt.Errorf("episode %d, want %d: a game is missing", im.next.Place.Episode, number))
	}
	if err := im.episode(number); err != nil {
		return err
	}
	return im.advance()
}

// episode adds the rows of the next game.
func (im *importer) episode(number int64) error {
	rec, p := im.next, im.recorder
	run := im.meta.RunOf(number)
	d := shard.Decision{Episode: number, Deal: run.Deal(number), Seed: run.Seed}
	if err := im.header(&rec.Header, run, &d); err != nil {
		return im.at(fmt.Errorf("episode %d: %w", number, err))
	}
	moves := 0
	return rec.Play(im.game, func(s game.State, m record.Move) error {
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
