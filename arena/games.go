package arena

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow/go/v15/arrow"
	"github.com/apache/arrow/go/v15/arrow/array"
	"github.com/apache/arrow/go/v15/arrow/ipc"
	"github.com/apache/arrow/go/v15/arrow/memory"

	"rummygym/env/game"
	"rummygym/internal/arrowfile"
	"rummygym/internal/safefile"
	"rummygym/internal/strictjson"
)

// GamesVersion is the version of the files that [WriteGames] writes. It changes when
// their columns or the meaning of a seed change.
const GamesVersion = "1"

// The metadata keys of a file of games.
const (
	versionKey = "rummygym.games.version"
	setupKey   = "rummygym.tournament"
	digestKey  = "rummygym.digest"
)

// gamesPerBatch is the number of rows of a record batch.
const gamesPerBatch = 1 << 16

// Ordinals holds the names of the seats in column names such as gain_first.
var Ordinals = [game.MaxPlayers]string{"first", "second", "third", "fourth", "fifth", "sixth"}

// gamesSchema returns the schema of a file of games, for the seats of a setup.
func gamesSchema(s *Setup) (*arrow.Schema, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("arena: %w", err)
	}
	fields := []arrow.Field{
		column("lineup", arrow.PrimitiveTypes.Int32, "number of the lineup, from 0"),
		column("game", arrow.PrimitiveTypes.Int32, "number of the game in its lineup, from 0: episode of a run with the row's seed"),
		column("seed", arrow.PrimitiveTypes.Uint64, "seed of the lineup"),
		column("ending", arrow.BinaryTypes.String, "how the game ended"),
		column("winner", arrow.PrimitiveTypes.Int8, "winning seat from 0, -1 for none"),
		column("rounds", arrow.PrimitiveTypes.Uint16, s.Terms.Rounds()+" begun"),
		column("turns", arrow.PrimitiveTypes.Uint16, "turns begun by all players together"),
	}
	for _, o := range Ordinals[:s.Seats] {
		fields = append(fields,
			column(o, arrow.BinaryTypes.String, "agent at this seat"),
			column("gain_"+o, arrow.PrimitiveTypes.Int16, "its signed gain in points"),
			column("drop_"+o, arrow.FixedWidthTypes.Boolean, "whether it dropped"))
	}
	for _, o := range Ordinals[:s.Seats] {
		for _, c := range tallyColumns(s) {
			fields = append(fields, column(c.name+"_"+o, arrow.PrimitiveTypes.Uint32, c.doc))
		}
	}
	meta := arrow.NewMetadata([]string{versionKey, setupKey, digestKey}, []string{GamesVersion, string(text), safefile.Placeholder})
	return arrow.NewSchema(fields, &meta), nil
}

// tallyColumn is a column of a file of games that counts something of a tally for a seat.
type tallyColumn struct {
	name, doc string
	get       func(*Tally) uint32
	set       func(*Tally, uint32)
}

// tallyColumns returns the columns of a tally.
func tallyColumns(s *Setup) (cols []tallyColumn) {
	short := func(name, doc string, field func(*Tally) *uint16) {
		cols = append(cols, tallyColumn{name, doc,
			func(t *Tally) uint32 { return uint32(*field(t)) }, func(t *Tally, v uint32) { *field(t) = clip(int(v)) }})
	}
	long := func(name, doc string, field func(*Tally) *uint32) {
		cols = append(cols, tallyColumn{name, doc,
			func(t *Tally) uint32 { return *field(t) }, func(t *Tally, v uint32) { *field(t) = v }})
	}
	if s.Retries {
		short("retries", "answers that were refused and asked for again", func(t *Tally) *uint16 { return &t.Retries })
	}
	if len(s.PartEndings) == 0 {
		return cols
	}
	part := s.Terms.Part
	short("parts", part+"s of the game"+played(s), func(t *Tally) *uint16 { return &t.Parts })
	if s.Seats > 2 { // with two seats they follow from the others, see derive
		short("parts_by_nobody", "those that no seat ended", func(t *Tally) *uint16 { return &t.Nobody })
		long("paid", "points that it paid in those in which it did not score", func(t *Tally) *uint32 { return &t.Paid })
	}
	for k, e := range s.PartEndings {
		short("ended_"+strings.ReplaceAll(string(e), "-", "_"), part+"s that this seat ended so: "+string(e), func(t *Tally) *uint16 { return &t.Ended[k] })
	}
	short("parts_won", part+"s in which it scored", func(t *Tally) *uint16 { return &t.Won })
	long("points", "points that it scored in these", func(t *Tally) *uint32 { return &t.Points })
	if s.Terms.Left != "" {
		long("left", "its "+s.Terms.Left+" in the "+part+"s that it ended, in all", func(t *Tally) *uint32 { return &t.Left })
	}
	return cols
}

// played returns words that limit the parts of a game to those in which a seat took part, if there are others.
func played(s *Setup) string {
	if s.Seats > 2 {
		return " in which this seat took part"
	}
	return ""
}

// derive sets what files of two seats do not hold: both take part in each part, one ends it or nobody, and one pays what the other scores.
func derive(both []Tally) {
	nobody := both[0].Parts
	for s := range both {
		both[s].Paid = both[1-s].Points
		for _, n := range both[s].Ended {
			nobody -= n
		}
	}
	both[0].Nobody, both[1].Nobody = nobody, nobody
}

func column(name string, t arrow.DataType, doc string) arrow.Field {
	return arrow.Field{Name: name, Type: t, Metadata: arrow.NewMetadata([]string{"doc"}, []string{doc})}
}

// WriteGames writes an Arrow IPC file, compressed with zstd, with one row per played
// game, in the order of lineups and games. The file's metadata holds the setup as JSON, and
// the SHA-256 of the file with zeros in the place of that digest. Equal results give equal
// bytes.
func WriteGames(w io.Writer, res *Result) error {
	var b bytes.Buffer
	err := encodeGames(&b, res)
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

// encodeGames writes the file with a placeholder for its digest.
func encodeGames(w io.Writer, res *Result) error {
	schema, err := gamesSchema(&res.Setup)
	if err != nil {
		return err
	}
	b := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	defer b.Release()
	file, err := arrowfile.NewWriter(w, schema)
	if err != nil {
		return err
	}
	rows, cols := 0, tallyColumns(&res.Setup)
	flush := func() error {
		batch := b.NewRecord()
		defer batch.Release()
		rows = 0
		return file.Write(batch)
	}
	for l, games := range res.Records {
		seed := res.LineupSeed(l)
		for i := range games {
			if !games[i].Played() {
				continue
			}
			appendGame(b, res, cols, l, i, seed)
			if rows++; rows == gamesPerBatch {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return errors.Join(flush(), file.Close())
}

// appendGame appends the row of game i of lineup l, in the order of gamesSchema.
func appendGame(b *array.RecordBuilder, res *Result, cols []tallyColumn, l, i int, seed uint64) {
	r := &res.Records[l][i]
	b.Field(0).(*array.Int32Builder).Append(int32(l))
	b.Field(1).(*array.Int32Builder).Append(int32(i))
	b.Field(2).(*array.Uint64Builder).Append(seed)
	b.Field(3).(*array.StringBuilder).Append(string(r.Ending))
	b.Field(4).(*array.Int8Builder).Append(int8(r.Winner))
	b.Field(5).(*array.Uint16Builder).Append(r.Rounds)
	b.Field(6).(*array.Uint16Builder).Append(r.Turns)
	for s, e := range res.Lineups[l] {
		b.Field(7 + 3*s).(*array.StringBuilder).Append(res.Agents[e])
		b.Field(8 + 3*s).(*array.Int16Builder).Append(r.Gains[s])
		b.Field(9 + 3*s).(*array.BooleanBuilder).Append(r.Dropped(s))
	}
	at := 7 + 3*res.Seats
	for s := range res.Seats {
		for _, c := range cols {
			b.Field(at).(*array.Uint32Builder).Append(c.get(&res.Tallies[l][i*res.Seats+s]))
			at++
		}
	}
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
	mem := arrowfile.NewAllocator(memory.DefaultAllocator, size)
	file, err := ipc.NewFileReader(bytes.NewReader(data), ipc.WithAllocator(mem))
	if err != nil {
		return nil, fmt.Errorf("arena: not an Arrow file of games: %w", err)
	}
	defer file.Close()
	meta := file.Schema().Metadata()
	if v, ok := meta.GetValue(versionKey); !ok || v != GamesVersion {
		return nil, fmt.Errorf("arena: the file of games has version %q: want version %s", v, GamesVersion)
	}
	var s Setup
	text, _ := meta.GetValue(setupKey)
	if err := strictjson.Unmarshal([]byte(text), &s); err != nil {
		return nil, fmt.Errorf("arena: metadata %s: %w", setupKey, err)
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	if accept != nil {
		if err := accept(&s); err != nil {
			return nil, err
		}
	}
	want, err := gamesSchema(&s)
	if err != nil {
		return nil, err
	}
	if !file.Schema().Equal(want) {
		return nil, fmt.Errorf("arena: the columns are %v: want %v", file.Schema().Fields(), want.Fields())
	}
	res = newResult(s)
	row, cols := 0, tallyColumns(&s)
	for k := range file.NumRecords() {
		mem.Reset()
		batch, err := file.Record(k)
		if err != nil {
			return nil, fmt.Errorf("arena: games after row %d: %w", row, err)
		}
		for i := range int(batch.NumRows()) {
			row++
			if err := res.takeRow(batch, cols, i); err != nil {
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
			setupKey, len(s.Lineups), s.Games, s.Seats, maxGames, game.MaxPlayers)
	}
	if len(s.PartEndings) > game.MaxPartEndings {
		return fmt.Errorf("arena: metadata %s: %d endings of parts: want at most %d", setupKey, len(s.PartEndings), game.MaxPartEndings)
	}
	for _, l := range s.Lineups {
		if len(l) != s.Seats {
			return fmt.Errorf("arena: metadata %s: lineup %v has %d seats: want %d", setupKey, l, len(l), s.Seats)
		}
		for _, e := range l {
			if e < 0 || e >= len(s.Agents) {
				return fmt.Errorf("arena: metadata %s: lineup %v names agent %d: want 0 to %d", setupKey, l, e, len(s.Agents)-1)
			}
		}
	}
	return nil
}

// takeRow stores row i of a batch in the record of its game.
func (r *Result) takeRow(batch arrow.Record, cols []tallyColumn, i int) error {
	for k := range int(batch.NumCols()) {
		if batch.Column(k).IsNull(i) {
			return fmt.Errorf("column %s is null: want a value", batch.ColumnName(k))
		}
	}
	l := int(batch.Column(0).(*array.Int32).Value(i))
	g := int(batch.Column(1).(*array.Int32).Value(i))
	if l < 0 || l >= len(r.Lineups) || g < 0 || g >= r.Games {
		return fmt.Errorf("game %d of lineup %d: want game 0 to %d of lineup 0 to %d", g, l, r.Games-1, len(r.Lineups)-1)
	}
	rec := Record{
		Ending: game.Ending(strings.Clone(batch.Column(3).(*array.String).Value(i))),
		Winner: game.Player(batch.Column(4).(*array.Int8).Value(i)),
		Rounds: batch.Column(5).(*array.Uint16).Value(i),
		Turns:  batch.Column(6).(*array.Uint16).Value(i),
	}
	switch {
	case !rec.Played():
		return errors.New("column ending is empty: want a value")
	case rec.Winner < game.NoPlayer || int(rec.Winner) >= r.Seats:
		return fmt.Errorf("winner %d: want -1 to %d", rec.Winner, r.Seats-1)
	case r.Records[l][g].Played():
		return fmt.Errorf("game %d of lineup %d occurs twice: want one row per game", g, l)
	}
	for s := range r.Seats {
		rec.Gains[s] = batch.Column(8 + 3*s).(*array.Int16).Value(i)
		if batch.Column(9 + 3*s).(*array.Boolean).Value(i) {
			rec.Drops |= 1 << s
		}
	}
	r.Records[l][g] = rec
	at := 7 + 3*r.Seats
	for s := range r.Seats {
		for _, c := range cols {
			c.set(&r.Tallies[l][g*r.Seats+s], batch.Column(at).(*array.Uint32).Value(i))
			at++
		}
	}
	if r.Seats == 2 && r.Tallies != nil {
		derive(r.Tallies[l][2*g:][:2])
	}
	return nil
}
