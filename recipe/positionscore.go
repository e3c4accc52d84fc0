package recipe

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"fmt"
	"io"

	"rummygym"
	"rummygym/arena/positions"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
)

// PositionScore scores answers to a set of positions. Its result is a [*PositionScoreResult].
type PositionScore struct {
	optionList `options:"-"`
	Answers    string  `option:"answers" argument:"true" doc:"file of answers, as JSON Lines with the members id and answer; - is standard input"`
	Positions  string  `option:"positions" required:"true" doc:"file of positions with their costs, as JSON Lines, which gzip may have compressed"`
	Confidence float64 `option:"confidence" default:"0.95" group:"Statistics" doc:"confidence level of the intervals"`
	Resamples  int     `option:"resamples" default:"1000" group:"Statistics" range:"1:1000000" doc:"number of bootstrap resamples"`
	Seed       uint64  `option:"seed" default:"1" group:"Statistics" doc:"seed of the bootstrap"`
}

// NewPositionScore returns the recipe of "positions score" with its defaults.
func NewPositionScore() *PositionScore {
	f := new(PositionScore)
	f.list = options.Bind(f)
	return f
}

// Rules returns nil: the positions have their rules.
func (f *PositionScore) Rules() *rummygym.RuleOptions { return nil }

// PositionScoreResult is what answers are worth, by groups of positions.
type PositionScoreResult struct{ Rows []positions.Row }

// Write writes a row for each group.
func (r *PositionScoreResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[positions.Row]{Table: table.New(table.Fields[positions.Row](), r.Rows)}
	return out.Write(w, f)
}

// Validate returns an error if an option is not valid by itself.
func (f *PositionScore) Validate() error {
	return cmp.Or(checkConfidence(f.Confidence), f.list.Check())
}

// Run scores the answers.
func (f *PositionScore) Run(_ context.Context, host *Host) (Result, error) {
	if err := f.Validate(); err != nil {
		return nil, err
	}
	set, err := readPositions(f.Positions)
	if err != nil {
		return nil, err
	}
	var answers map[string]string
	if err := reading("answers", f.Answers, host.In, func(r io.Reader) (err error) {
		answers, err = positions.Answers(r, set)
		return err
	}); err != nil {
		return nil, err
	}
	return &PositionScoreResult{positions.Score(set, answers, f.Resamples, f.Confidence, f.Seed)}, nil
}

// readPositions reads the file of the option positions.
func readPositions(path string) (set []positions.Entry, err error) {
	err = reading("positions", path, nil, func(r io.Reader) (err error) {
		set, err = positions.Read(r)
		return err
	})
	return set, err
}

// reading calls read with the contents of the file that an option names, or with in for "-". It
// unpacks what gzip has compressed. Errors name the file.
func reading(option, path string, in io.Reader, read func(io.Reader) error) error {
	fail := func(err error) error { return options.FileFault(fmt.Errorf("--%s: %s: %w", option, path, err)) }
	if path != "-" || in == nil {
		file, err := safefile.OpenStream(path)
		if err != nil {
			return fail(err)
		}
		defer file.Close()
		in = file
	}
	text := bufio.NewReader(in)
	if start, _ := text.Peek(2); string(start) == "\x1f\x8b" {
		unpacked, err := gzip.NewReader(text)
		if err != nil {
			return fail(err)
		}
		text = bufio.NewReader(unpacked)
	}
	if err := read(text); err != nil {
		return fail(err)
	}
	return nil
}
