// Package convert makes datasets of datasets: [Copy] writes one in another format, [Merge] several as
// one, [Export] writes one as records of games, and [Import] makes the dataset of such records again.
//
//	d, err := datasets.Open("games")
//	manifest, err := convert.Copy(ctx, d, "parquet", datasets.Parquet, datasets.Zstd)
package convert

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"

	"rummygym/datasets"
	"rummygym/datasets/internal/shard"
	"rummygym/internal/safefile"
)

// Copy writes the episodes of a dataset to a new folder in another format or
// compression, shard by shard. Nothing else changes.
func Copy(ctx context.Context, src *datasets.Dataset, dir string, f datasets.Format, c datasets.Compression) (*datasets.Manifest, error) {
	meta := *src.Meta()
	meta.Format, meta.Compression = f, c
	return rewrite(ctx, []*datasets.Dataset{src}, &meta, dir)
}

// Merge writes the episodes of several datasets to a new folder, in the order of the
// arguments and with the same shards. Episodes are renumbered from 0; their seed and
// deal do not change, and the metadata lists all runs.
//
// The datasets must have the same schema version, environment, rules, observation
// layout and recording of final observations. Format and compression may differ; the
// result has f and c. Merge refuses two runs with the same agents, seating, seed and deals,
// because they hold the same games. Runs of which one continues the other, see
// Run.FirstDeal, become one run. If the result is one run in shards of one size, its bytes are
// those of a collection of this run.
func Merge(ctx context.Context, srcs []*datasets.Dataset, dir string, f datasets.Format, c datasets.Compression) (*datasets.Manifest, error) {
	if len(srcs) == 0 {
		return nil, errors.New("merge: name at least one dataset")
	}
	meta := *srcs[0].Meta()
	meta.Format, meta.Compression, meta.ShardGames, meta.Runs = f, c, 0, nil
	for _, d := range srcs {
		m := *d.Meta()
		offset := meta.Episodes()
		runs := m.Runs
		// Overwrite the fields that may differ; all others must be equal.
		if !strings.Contains(meta.Generator, m.Generator) {
			meta.Generator += ", " + m.Generator
		}
		m.Generator, m.Runs, m.ShardGames, m.BatchRows, m.Format, m.Compression = meta.Generator, meta.Runs, 0, meta.BatchRows, f, c
		if diff := m.Differences(&meta, "in "+d.Path, "in "+srcs[0].Path); len(diff) > 0 {
			return nil, fmt.Errorf("merge: %s cannot be merged with %s: %s", d.Path, srcs[0].Path, strings.Join(diff, "; "))
		}
		for _, r := range runs {
			r.First += offset
			last := len(meta.Runs) - 1
			for i := range meta.Runs {
				if o := &meta.Runs[i]; !sameButDeals(&r, o) {
					continue
				} else if r.FirstDeal < o.FirstDeal+o.Games && o.FirstDeal < r.FirstDeal+r.Games {
					return nil, fmt.Errorf("merge: %s has games that another of the datasets has too (agents %s, seed %d): leave out one of the datasets", d.Path, strings.Join(r.Agents, ","), r.Seed)
				}
			}
			if last >= 0 && sameButDeals(&r, &meta.Runs[last]) && r.FirstDeal == meta.Runs[last].FirstDeal+meta.Runs[last].Games {
				meta.Runs[last].Games += r.Games
			} else {
				meta.Runs = append(meta.Runs, r)
			}
		}
	}
	if len(meta.Runs) == 1 {
		meta.ShardGames = shardGames(srcs)
	}
	return rewrite(ctx, srcs, &meta, dir)
}

// sameButDeals reports whether two runs differ in nothing but their deals.
func sameButDeals(r, o *datasets.Run) bool {
	return r.Seed == o.Seed && r.Seating == o.Seating && r.MaxSteps == o.MaxSteps && slices.Equal(r.Agents, o.Agents)
}

// shardGames returns the number of episodes of all shards but the last, 0 if they differ.
func shardGames(srcs []*datasets.Dataset) (n int64) {
	for i, d := range srcs {
		m := d.Meta()
		if i > 0 && m.ShardGames != n || m.ShardGames == 0 || i < len(srcs)-1 && m.Episodes()%m.ShardGames != 0 {
			return 0
		}
		n = m.ShardGames
	}
	return n
}

// rewrite writes the shards of all sources to an empty folder, with new metadata.
func rewrite(ctx context.Context, srcs []*datasets.Dataset, meta *datasets.Meta, dir string) (*datasets.Manifest, error) {
	for _, d := range srcs {
		if d.Single() {
			return nil, fmt.Errorf("%s is a single shard: name the folder of the dataset", d.Path)
		}
	}
	return fill(dir, meta, func(commit func(datasets.ShardEntry)) error {
		shard, offset := 0, int64(0)
		for _, d := range srcs {
			t := newTranslation(meta, offset)
			for i, e := range d.Manifest.Shards {
				info := datasets.ShardInfo{Index: shard, First: e.First + offset, Episodes: e.Episodes}
				entry, err := rewriteShard(ctx, d, i, t, dir, meta, info)
				if err != nil {
					return err
				}
				commit(entry)
				shard++
			}
			offset += d.Manifest.Episodes
		}
		return nil
	})
}

// fill makes a dataset in an empty folder: write writes the shards, and calls commit after
// each. After an error it removes them.
func fill(dir string, meta *datasets.Meta, write func(commit func(datasets.ShardEntry)) error) (*datasets.Manifest, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, shard.DiskError(dir, err)
	}
	release, err := safefile.Lock(dir)
	if err != nil {
		return nil, shard.DiskError(dir, err)
	}
	defer release()
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, shard.DiskError(dir, err)
	}
	if len(files) > 0 {
		return nil, fmt.Errorf("%s is not empty (it holds %s): choose another folder", dir, files[0].Name())
	}
	var entries []datasets.ShardEntry
	err = write(func(e datasets.ShardEntry) { entries = append(entries, e) })
	m := datasets.NewManifest(meta, entries)
	if err == nil {
		err = shard.WriteManifest(dir, m)
	}
	if err == nil {
		return m, nil
	}
	for _, e := range entries {
		for _, f := range e.Files() {
			os.Remove(filepath.Join(dir, filepath.FromSlash(f.Name)))
		}
	}
	for _, table := range []string{datasets.DecisionsFolder, datasets.ResultsFolder} {
		os.Remove(filepath.Join(dir, table))
	}
	if shard.NoSpace(err) {
		err = fmt.Errorf("%w; nothing is left in %s, so repeat the command", err, dir)
	}
	return nil, err
}

func rewriteShard(ctx context.Context, d *datasets.Dataset, index int, t *translation, dir string, meta *datasets.Meta, info datasets.ShardInfo) (datasets.ShardEntry, error) {
	w, err := shard.Create(dir, meta, info)
	if err != nil {
		return datasets.ShardEntry{}, err
	}
	if err := t.copyShard(ctx, w, d, index); err != nil {
		w.Discard()
		return datasets.ShardEntry{}, err
	}
	return w.Commit(nil)
}

// copyShard writes the decisions and the results of a shard to another one.
func (t *translation) copyShard(ctx context.Context, w *shard.Writer, d *datasets.Dataset, shard int) error {
	for b, err := range d.ShardBatches(shard) {
		if err == nil {
			err = ctx.Err()
		}
		if err == nil {
			err = t.copyBatch(w, b)
		}
		if err != nil {
			return err
		}
	}
	for r, err := range d.ShardResults(shard) {
		if err == nil {
			r.Episode += t.offset
			err = w.Add(r)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyBatch writes the rows of b to a shard.
func (t *translation) copyBatch(w *shard.Writer, b *datasets.Batch) error {
	record, err := t.record(b, w.Schema)
	if err != nil {
		return err
	}
	defer record.Release()
	return w.Write(record)
}

// translation converts the batches of one dataset to those of another: it renumbers
// episodes and maps names to their index in the new dictionaries. A dictionary read
// from Parquet has only the names that occur, in order of first occurrence.
type translation struct {
	offset int64 // added to episode numbers
	names  map[string]dictionary
}

type dictionary struct {
	names []string
	array arrow.Array
}

// newTranslation returns a translation to a dataset with the given metadata.
func newTranslation(m *datasets.Meta, offset int64) *translation {
	t := &translation{offset: offset, names: make(map[string]dictionary)}
	for column, values := range map[string][]string{"agent": m.AgentNames(), "phase": m.Phases, "ending": shard.EndingNames(m)} {
		t.names[column] = dictionary{values, shard.Names(values)}
	}
	return t
}

// record returns the rows of b under a new schema. The caller releases it.
func (t *translation) record(b *datasets.Batch, schema *arrow.Schema) (arrow.Record, error) {
	episode := make([]int64, b.Rows())
	for i, e := range b.Episode {
		episode[i] = e + t.offset
	}
	number := array.NewData(arrow.PrimitiveTypes.Int64, b.Rows(), shard.Buffers(arrow.Int64Traits.CastToBytes(episode)), nil, 0, 0)
	defer number.Release()

	columns := slices.Clone(b.Record().Columns())
	columns[0] = array.NewInt64Data(number)
	defer columns[0].Release()
	for i := range columns {
		d, ok := t.names[schema.Field(i).Name]
		if !ok {
			continue
		}
		codes, err := d.codes(columns[i].(*array.Dictionary))
		if err != nil {
			return nil, fmt.Errorf("column %s: %w", schema.Field(i).Name, err)
		}
		columns[i] = shard.NameColumn(schema.Field(i).Type, codes, d.array)
		defer columns[i].Release()
	}
	return array.NewRecord(schema, columns, int64(b.Rows())), nil
}

// codes returns the indices in d of the names of a column.
func (d *dictionary) codes(column *array.Dictionary) ([]int32, error) {
	old := column.Dictionary().(*array.String)
	places := make([]int32, old.Len())
	for i := range places {
		places[i] = int32(slices.Index(d.names, old.Value(i)))
	}
	codes := make([]int32, column.Len())
	for i := range codes {
		at := column.GetValueIndex(i)
		if codes[i] = places[at]; codes[i] < 0 {
			return nil, fmt.Errorf("%q is not one of %q", old.Value(at), d.names)
		}
	}
	return codes, nil
}
