package arena

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"

	"rummygym/env/game"
	"rummygym/internal/arrowfile"
	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
	"rummygym/internal/table"
)

// gamesKey is the metadata key of the setup in a file of games. GamesVersion is the version of these files: it changes when
// their columns or the meaning of a seed change.
const (
	gamesKey     = "rummygym.games"
	GamesVersion = gamesKey + "/2"
)

// Ordinals holds the names of the seats in column names such as gain_first.
var Ordinals = [game.MaxPlayers]string{"first", "second", "third", "fourth", "fifth", "sixth"}

// gameRow is a row of a file of games.
type gameRow struct {
	lineup, game int
	seed         uint64
	agents       []string
	record       Record
	tallies      []Tally // by seat
}

// gameColumns are the columns of a file of games. take sets what a column has in a row.
type gameColumns struct {
	table.Columns[gameRow]
	take []func(r *gameRow, value any)
}

// whole appends a column of integers.
func whole[T int | int8 | int16 | uint16 | uint32 | game.Player](c *gameColumns, name, doc string, field func(*gameRow) *T) {
	c.Count(name, doc, func(r *gameRow) int { return int(*field(r)) })
	c.take = append(c.take, func(r *gameRow, v any) { *field(r) = T(v.(int64)) })
}

// columnsOf returns the columns of the games of a setup.
func columnsOf(s *Setup) (c gameColumns) {
	none := func(*gameRow, any) {}
	whole(&c, "lineup", "number of the lineup, from 0", func(r *gameRow) *int { return &r.lineup })
	whole(&c, "game", "number of the game in its lineup, from 0: episode of a run with the row's seed", func(r *gameRow) *int { return &r.game })
	c.Seed("seed", "seed of the lineup", func(r *gameRow) uint64 { return r.seed })
	c.Text("ending", "how the game ended", func(r *gameRow) string { return string(r.record.Ending) })
	c.take = append(c.take, none, func(r *gameRow, v any) { r.record.Ending = game.Ending(strings.Clone(v.(string))) })
	whole(&c, "winner", "winning seat from 0, -1 for none", func(r *gameRow) *game.Player { return &r.record.Winner })
	whole(&c, "rounds", s.Terms.Rounds()+" begun", func(r *gameRow) *uint16 { return &r.record.Rounds })
	whole(&c, "turns", "turns begun by all players together", func(r *gameRow) *uint16 { return &r.record.Turns })
	for seat, o := range Ordinals[:s.Seats] {
		c.Text(o, "agent at this seat", func(r *gameRow) string { return r.agents[seat] })
		c.take = append(c.take, none)
		whole(&c, "gain_"+o, "its signed gain in points", func(r *gameRow) *int16 { return &r.record.Gains[seat] })
		c.Flag("drop_"+o, "whether it dropped", func(r *gameRow) bool { return r.record.Dropped(seat) })
		c.take = append(c.take, func(r *gameRow, v any) {
			if v.(bool) {
				r.record.Drops |= 1 << seat
			}
		})
	}
	for seat, o := range Ordinals[:s.Seats] {
		count := func(name, doc string, field func(*Tally) *uint16) {
			whole(&c, name+"_"+o, doc, func(r *gameRow) *uint16 { return field(&r.tallies[seat]) })
		}
		points := func(name, doc string, field func(*Tally) *uint32) {
			whole(&c, name+"_"+o, doc, func(r *gameRow) *uint32 { return field(&r.tallies[seat]) })
		}
		if s.Retries {
			count("retries", "answers that were refused and asked for again", func(t *Tally) *uint16 { return &t.Retries })
		}
		if len(s.PartEndings) == 0 {
			continue
		}
		part, among := s.Terms.Part, ""
		if s.Seats > 2 {
			among = " in which this seat took part"
		}
		count("parts", part+"s of the game"+among, func(t *Tally) *uint16 { return &t.Parts })
		count("parts_by_nobody", "those that no seat ended", func(t *Tally) *uint16 { return &t.Nobody })
		points("paid", "points that it paid in those in which it did not score", func(t *Tally) *uint32 { return &t.Paid })
		for k, e := range s.PartEndings {
			count("ended_"+strings.ReplaceAll(string(e), "-", "_"), part+"s that this seat ended so: "+string(e), func(t *Tally) *uint16 { return &t.Ended[k] })
		}
		count("parts_won", part+"s in which it scored", func(t *Tally) *uint16 { return &t.Won })
		points("points", "points that it scored in these", func(t *Tally) *uint32 { return &t.Points })
		if s.Terms.Left != "" {
			points("left", "its "+s.Terms.Left+" in the "+part+"s that it ended, in all", func(t *Tally) *uint32 { return &t.Left })
		}
	}
	return c
}

// sealedSetup is the metadata of a file of games: the setup, and the SHA-256 of the file with zeros in the place of that digest.
type sealedSetup struct {
	Setup
	Digest string `json:"digest"`
}

// output returns the file of the games of a result.
func (r *Result) output(c *gameColumns) table.Output[gameRow] {
	return table.Output[gameRow]{
		Version: GamesVersion, Key: gamesKey, Setup: sealedSetup{r.Setup, safefile.Placeholder},
		Table: table.Table[gameRow]{Columns: c.Columns, Rows: func(yield func(gameRow, error) bool) {
			for l, games := range r.Records {
				row := gameRow{lineup: l, seed: r.LineupSeed(l)}
				for _, e := range r.Lineups[l] {
					row.agents = append(row.agents, r.Agents[e])
				}
				for i := range games {
					if row.game, row.record = i, games[i]; r.Tallies != nil {
						row.tallies = r.Tallies[l][i*r.Seats:][:r.Seats]
					}
					if games[i].Played() && !yield(row, nil) {
						return
					}
				}
			}
		}},
	}
}

// WriteGames writes an Arrow IPC file, compressed with zstd, with one row per played
// game, in the order of lineups and games. The file's metadata holds the setup as JSON, and a digest of the
// file. Equal results give equal bytes.
func WriteGames(w io.Writer, res *Result) error {
	var b bytes.Buffer
	cols := columnsOf(&res.Setup)
	out := res.output(&cols)
	err := out.Write(&b, table.Arrow)
	if err == nil {
		err = safefile.Seal(b.Bytes())
	}
	if err == nil {
		_, err = w.Write(b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("arena: writing games: %w", err)
	}
	return nil
}

// ReadGames reads a file that [WriteGames] wrote. Games without a row are marked as not
// played. A file that does not have its digest is refused before it is parsed. Errors name the
// row, counted from 1.
func ReadGames(r io.Reader) (*Result, error) {
	data, err := io.ReadAll(r)
	if err == nil {
		err = safefile.Verify(data)
	}
	if err != nil {
		return nil, fmt.Errorf("arena: file of games: %w", err)
	}
	return parseGames(data, nil)
}

// parseGames parses a file whose digest has been verified. Unless accept is nil, a file whose
// setup it refuses is refused before memory is allocated for its games.
func parseGames(data []byte, accept func(*Setup) error) (res *Result, err error) {
	defer func() {
		if err != nil {
			res = nil
		}
	}()
	defer arrowfile.Fence(&err)
	size := int64(len(data))
	if err := arrowfile.CheckFile(bytes.NewReader(data), size); err != nil {
		return nil, fmt.Errorf("arena: file of games: %w", err)
	}
	mem := arrowfile.NewAllocator(size)
	file, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(mem))
	if err != nil {
		return nil, fmt.Errorf("arena: not an Arrow file of games: %w", err)
	}
	defer file.Close()
	meta := file.Schema().Metadata()
	if v, _ := meta.GetValue(table.VersionKey); v != GamesVersion {
		return nil, fmt.Errorf("arena: the file of games has version %q: want version %s", v, GamesVersion)
	}
	var s sealedSetup
	text, _ := meta.GetValue(gamesKey)
	if err := strictjson.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("arena: metadata %s: %w", gamesKey, err)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if accept != nil {
		if err := accept(&s.Setup); err != nil {
			return nil, err
		}
	}
	cols := columnsOf(&s.Setup)
	out := (&Result{Setup: s.Setup}).output(&cols)
	want, err := out.Schema()
	if err != nil {
		return nil, err
	}
	if have := file.Schema().Fields(); !file.Schema().Equal(want) {
		return nil, fmt.Errorf("arena: the columns are %v: want %v", have, want.Fields())
	}
	res = newResult(s.Setup)
	row := 0
	for k := range file.NumRecords() {
		mem.Reset()
		batch, err := file.Record(k)
		if err != nil {
			return nil, fmt.Errorf("arena: games after row %d: %w", row, err)
		}
		for i := range int(batch.NumRows()) {
			row++
			if err := res.takeRow(batch, &cols, i); err != nil {
				return nil, fmt.Errorf("arena: games, row %d: %w", row, err)
			}
		}
	}
	return res, nil
}

// check returns an error if a setup that was read from a file is not valid.
func (s *Setup) check() error {
	if s.Seats < 2 || s.Seats > game.MaxPlayers || s.Games < 1 || len(s.Lineups) == 0 || s.Games > maxGames/len(s.Lineups) {
		return fmt.Errorf("arena: metadata %s: %d lineups of %d games at %d seats: want 1 to %d games in all at 2 to %d seats",
			gamesKey, len(s.Lineups), s.Games, s.Seats, maxGames, game.MaxPlayers)
	}
	if len(s.PartEndings) > game.MaxPartEndings {
		return fmt.Errorf("arena: metadata %s: %d endings of parts: want at most %d", gamesKey, len(s.PartEndings), game.MaxPartEndings)
	}
	for _, l := range s.Lineups {
		if len(l) != s.Seats {
			return fmt.Errorf("arena: metadata %s: lineup %v has %d seats: want %d", gamesKey, l, len(l), s.Seats)
		}
		for _, e := range l {
			if e < 0 || e >= len(s.Agents) {
				return fmt.Errorf("arena: metadata %s: lineup %v names agent %d: want 0 to %d", gamesKey, l, e, len(s.Agents)-1)
			}
		}
	}
	return nil
}

// takeRow stores row i of a batch in the record of its game.
func (r *Result) takeRow(batch arrow.Record, cols *gameColumns, i int) error {
	row := gameRow{tallies: make([]Tally, r.Seats)}
	for k, c := range cols.Columns {
		if batch.Column(k).IsNull(i) {
			return fmt.Errorf("column %s is null: want a value", c.Name)
		}
		switch a := batch.Column(k).(type) {
		case *array.Int64:
			if cols.take[k](&row, a.Value(i)); c.Value(&row) != any(a.Value(i)) {
				return fmt.Errorf("column %s is %d: want %v or another number as small", c.Name, a.Value(i), c.Value(&row))
			}
		case *array.String:
			cols.take[k](&row, a.Value(i))
		case *array.Boolean:
			cols.take[k](&row, a.Value(i))
		}
	}
	l, g := row.lineup, row.game
	switch {
	case l < 0 || l >= len(r.Lineups) || g < 0 || g >= r.Games:
		return fmt.Errorf("game %d of lineup %d: want game 0 to %d of lineup 0 to %d", g, l, r.Games-1, len(r.Lineups)-1)
	case !row.record.Played():
		return errors.New("column ending is empty: want a value")
	case row.record.Winner < game.NoPlayer || int(row.record.Winner) >= r.Seats:
		return fmt.Errorf("winner %d: want -1 to %d", row.record.Winner, r.Seats-1)
	case r.Records[l][g].Played():
		return fmt.Errorf("game %d of lineup %d occurs twice: want one row per game", g, l)
	}
	if r.Records[l][g] = row.record; r.Tallies != nil {
		copy(r.Tallies[l][g*r.Seats:], row.tallies)
	}
	return nil
}
