package ginrummy

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rummygym/env/card"
	"rummygym/internal/safefile"
)

// FitnessTables holds the tables by which [Fitness] and [IndependentHeuristics] draw and
// knock, and by which Fitness chooses between equally fit cards. "rummygym train cfr"
// writes them; Command and the fields after it record how. The paper prints no tables. Those
// of drawing and knocking have the features of the authors' tables, in the classes of
// [FitnessDrawSet] and [FitnessKnockSet]. That of discards has the information sets of the
// paper, with two actions each ("over 24,000 values": two for 52 cards, three stages and 78
// points of deadwood are 24,336).
//
// The text format is a line that names the format, a line "digest" with "rummygym-sha256:" and
// the SHA-256 of the text (computed with 64 zeros in its place), which texts by other programs
// need not have, lines of a name and a value, and then
// for each table a line that begins with its name in brackets and one line per row: two
// words that name the row, then the columns in per cent, with ".." for entries that
// training did not reach. Missing columns at the end of a row were not reached either.
type FitnessTables struct {
	Command  string // the command line that makes these tables
	Seed     uint64
	Games    int64  // number of hands dealt in training
	Batch    int    // number of hands per iteration of CFR+
	Strategy string // "average" or "current"

	// Percent is the probability of each information set in per cent, in [0, 100],
	// or FitnessUnreached.
	Percent [FitnessSets]uint8
}

// FitnessUnreached is the entry of an information set that training did not reach. The
// players use 50 per cent.
const FitnessUnreached = 0xff

const (
	fitnessFormat = "rummygym fitness tables, version 1"
	fitnessDigest = "\ndigest " // before the digest
)

// Probability returns the entry of a set, in [0, 1].
func (t *FitnessTables) Probability(set int) float64 {
	if p := t.Percent[set]; p != FitnessUnreached {
		return float64(p) / 100
	}
	return 0.5
}

// ShippedFitnessTables returns the default tables of the players. They are shared: do not
// modify them.
var ShippedFitnessTables = sync.OnceValue(func() *FitnessTables {
	t, err := ReadFitnessTables(bytes.NewReader(shippedFitness()))
	if err != nil {
		panic("ginrummy: fitness.txt: " + err.Error()) // a test reads the embedded file
	}
	return t
})

// fitnessRow is one line of a table: its name and its first information set.
type fitnessRow struct {
	name       string
	set, width int
}

// fitnessBlock is a table: its heading and its rows.
type fitnessBlock struct {
	heading string
	rows    []fitnessRow
}

// fitnessBlocks returns all tables in the order of the information sets.
func fitnessBlocks() []fitnessBlock {
	set := 0
	row := func(width int, format string, args ...any) fitnessRow {
		r := fitnessRow{fmt.Sprintf(format, args...), set, width}
		set += width
		return r
	}
	draw := fitnessBlock{heading: "[draw] take the upcard: opponent can meld it, it melds here; columns: fall of deadwood 0, 1 ... 9, 10 and more"}
	for _, opponent := range [...]string{"useless", "useful"} {
		for _, own := range [...]string{"loose", "melds"} {
			draw.rows = append(draw.rows, row(fitnessFalls, "%s %s", opponent, own))
		}
	}
	knock := fitnessBlock{heading: "[knock] knock: deadwood, cards seen from; columns: own cards that no single card melds 0, 1 ... 4, 5 and more"}
	for deadwood := range fitnessMaxKnock {
		for seen := range fitnessSeen {
			knock.rows = append(knock.rows, row(fitnessNever, "%d %d", deadwood+1, fitnessSeenFirst+seen*fitnessSeenBucket))
		}
	}
	discard := fitnessBlock{heading: "[discard] throw: card, stage; columns: deadwood left 0, 1 ... 98, 99 and more"}
	for i := range card.NumKinds - 1 {
		for _, stage := range [fitnessStages]string{"early", "middle", "late"} {
			discard.rows = append(discard.rows, row(fitnessDeadwoods, "%v %s", card.FromIndex(i), stage))
		}
	}
	return []fitnessBlock{draw, knock, discard}
}

// Write writes the tables as text.
func (t *FitnessTables) Write(w io.Writer) error {
	b := new(bytes.Buffer)
	fmt.Fprintf(b, "%s%s%s\ncommand %s\nseed %d\ngames %d\nbatch %d\nstrategy %s\n",
		fitnessFormat, fitnessDigest, safefile.Placeholder, t.Command, t.Seed, t.Games, t.Batch, t.Strategy)
	for _, block := range fitnessBlocks() {
		fmt.Fprintln(b, block.heading)
		for _, r := range block.rows {
			b.WriteString(r.name)
			for _, p := range bytes.TrimRight(t.Percent[r.set:r.set+r.width], "\xff") {
				if p == FitnessUnreached {
					b.WriteString(" ..")
				} else {
					fmt.Fprintf(b, " %d", p)
				}
			}
			b.WriteByte('\n')
		}
	}
	if err := safefile.Seal(b.Bytes()); err != nil {
		return err
	}
	_, err := b.WriteTo(w)
	return err
}

// ReadFitnessTables reads the text that [FitnessTables.Write] writes, to the end of r. If it
// has a digest, that must be its own. Other errors name the line.
func ReadFitnessTables(r io.Reader) (*FitnessTables, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if err := safefile.VerifySealed(text, fitnessDigest); err != nil {
		return nil, fmt.Errorf("fitness tables: %w: copy it again from an intact source, or remove the line \"digest\" if the changes are wanted", err)
	}
	n := 0
	if head, rest, ok := bytes.Cut(text, []byte(fitnessDigest)); ok {
		_, rest, _ = bytes.Cut(rest, []byte("\n"))
		text, n = slices.Concat(head, []byte("\n"), rest), 1
	}
	lines := bufio.NewScanner(bytes.NewReader(text))
	next := func() string {
		n++
		lines.Scan()
		return lines.Text()
	}
	t := new(FitnessTables)
	if got := next(); got != fitnessFormat {
		return nil, fmt.Errorf("line 1 is %.60q: want %q", got, fitnessFormat)
	}
	for _, field := range []struct {
		name string
		set  func(string) error
	}{
		{"command", func(v string) error { t.Command = v; return nil }},
		{"seed", func(v string) (err error) { t.Seed, err = strconv.ParseUint(v, 10, 64); return err }},
		{"games", func(v string) (err error) { t.Games, err = strconv.ParseInt(v, 10, 64); return err }},
		{"batch", func(v string) (err error) { t.Batch, err = strconv.Atoi(v); return err }},
		{"strategy", func(v string) error { t.Strategy = v; return nil }},
	} {
		value, ok := strings.CutPrefix(next(), field.name+" ")
		if !ok {
			return nil, fmt.Errorf("line %d: want %q and a value", n, field.name)
		}
		if err := field.set(value); err != nil {
			return nil, fmt.Errorf("line %d: %s: %w", n, field.name, err)
		}
	}
	for _, block := range fitnessBlocks() {
		if got := next(); got != block.heading {
			return nil, fmt.Errorf("line %d is %.60q: want %q", n, got, block.heading)
		}
		for _, r := range block.rows {
			values, ok := strings.CutPrefix(next(), r.name)
			if !ok {
				return nil, fmt.Errorf("line %d: want the row %q", n, r.name)
			}
			if err := parsePercents(t.Percent[r.set:r.set+r.width], values); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
		}
	}
	if lines.Scan() {
		return nil, fmt.Errorf("line %d: want the end of the file", n+1)
	}
	return t, lines.Err()
}

// parsePercents sets dst to the numbers of a row.
func parsePercents(dst []uint8, text string) error {
	words := strings.Fields(text)
	if len(words) > len(dst) {
		return fmt.Errorf("%d columns: want at most %d", len(words), len(dst))
	}
	for i := range dst {
		dst[i] = FitnessUnreached
		if i >= len(words) || words[i] == ".." {
			continue
		}
		p, err := strconv.ParseUint(words[i], 10, 8)
		if err != nil || p > 100 {
			return fmt.Errorf("column %d is %q: want a number from 0 to 100 or \"..\"", i, words[i])
		}
		dst[i] = uint8(p)
	}
	return nil
}
