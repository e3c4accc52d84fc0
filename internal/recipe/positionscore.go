package recipe

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"rummygym/internal/arena/positions"
	"rummygym/internal/options"
	"rummygym/internal/safefile"
	"rummygym/internal/table"
)

// positionScoreHelp is the text of the command.
var positionScoreHelp = Help{
	Use:   "score ANSWERS",
	Short: "Score answers to a set of positions",
	Long: `score compares answers with the costs in a set of positions, and prints the share of best moves and the
mean cost in points and in win chance, with bootstrap intervals, by kind of decision and difficulty.
ANSWERS has one JSON object per line, with the id of a position and the name of a legal move, its words,
or null. A missing or illegal answer costs as much as the worst move. docs/positions.md describes the
files.`,
	Example: `  rummygym positions answer simple --positions gin | rummygym positions score - --positions gin
  rummygym positions score answers.jsonl --positions gin --leaderboard board.json --name my-model`,
	Formats: rowFormats,
}

// PositionScore scores answers to a set of positions. Its result is a [*PositionScoreResult].
type PositionScore struct {
	shell      `options:"-"`
	Answers    string  `option:"answers" argument:"true" doc:"file of answers, as JSON Lines with the members id and answer; - is standard input"`
	Positions  string  `option:"positions" required:"true" doc:"name of a frozen set (see \"positions list\"), or a JSON Lines file of positions with costs, optionally compressed with gzip"`
	Confidence float64 `option:"confidence" default:"0.95" group:"Statistics" doc:"confidence level of the intervals"`
	Resamples  int     `option:"resamples" default:"1000" group:"Statistics" range:"1:1000000" doc:"number of bootstrap resamples"`
	Seed       uint64  `option:"seed" default:"1" group:"Statistics" doc:"seed of the bootstrap"`

	Leaderboard string  `option:"leaderboard" group:"Leaderboard" doc:"JSON file to which the score is added as a row, replacing any row with the same name and set; the file is created if it does not exist"`
	Name        string  `option:"name" group:"Leaderboard" doc:"name of the player in the leaderboard"`
	Kind        string  `option:"kind" default:"model" group:"Leaderboard" words:"built-in|model|program" doc:"kind of the player"`
	Setting     string  `option:"settings" group:"Leaderboard" doc:"settings needed to repeat the result, for example temperature=0"`
	InputPrice  float64 `option:"input-price" group:"Leaderboard" doc:"price of a million tokens of prompts"`
	OutputPrice float64 `option:"output-price" group:"Leaderboard" doc:"price of a million tokens of answers"`
}

// NewPositionScore returns the recipe of "positions score" with its defaults.
func NewPositionScore() *PositionScore {
	f := new(PositionScore)
	f.bindAlone(f)
	return f
}

// PositionScoreResult is what answers are worth, by groups of positions.
type PositionScoreResult struct{ Rows []positions.Row }

// Write writes a row for each group.
func (r *PositionScoreResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[positions.Row]{Table: table.New(table.Fields[positions.Row](), r.Rows)}
	return out.Write(w, f)
}

// check returns an error if an option is not valid by itself.
func (f *PositionScore) check() error {
	if err := cmp.Or(checkConfidence(f.Confidence), f.list.Check()); err != nil {
		return err
	}
	switch {
	case f.Leaderboard != "" && f.Name == "":
		return errors.New("--leaderboard needs --name, the name of the player in its row")
	case f.Leaderboard == "" && (f.Name != "" || f.Setting != "" || f.InputPrice != 0 || f.OutputPrice != 0):
		return errors.New("--name, --settings and prices are for a row of a leaderboard: add --leaderboard")
	case !(f.InputPrice >= 0 && f.OutputPrice >= 0) || math.IsInf(f.InputPrice+f.OutputPrice, 0):
		return fmt.Errorf("--input-price is %v, --output-price %v: want numbers of 0 or more", f.InputPrice, f.OutputPrice)
	}
	return nil
}

// run scores the answers.
func (f *PositionScore) run(_ context.Context, host *Host) (Result, error) {
	set, digest, err := readPositions(f.Positions)
	if err != nil {
		return nil, err
	}
	var given *positions.Given
	sum := sha256.New()
	if err := reading("answers", f.Answers, host.In, func(r io.Reader) (err error) {
		given, err = positions.Answers(io.TeeReader(r, sum), set)
		return err
	}); err != nil {
		return nil, err
	}
	result := &PositionScoreResult{positions.Score(set, given.Answers, f.Resamples, f.Confidence, f.Seed)}
	if f.Leaderboard == "" {
		return result, nil
	}
	row := positions.Standing{
		Set: setName(f.Positions), SetSHA256: digest, Name: f.Name, Kind: f.Kind, Settings: f.Setting, Version: host.Version, Answers: hex.EncodeToString(sum.Sum(nil)),
		Usage: given.Usage, Spent: (float64(given.PromptTokens)*f.InputPrice + float64(given.CompletionTokens)*f.OutputPrice) / 1e6,
		Row: result.Rows[0], Invalid: given.Invalid, Costs: positions.Costs(set, given.Answers),
	}
	for _, r := range result.Rows {
		if slices.Contains(positions.Kinds(), r.Group) {
			row.Kinds = append(row.Kinds, r)
		}
	}
	return result, f.addRow(row)
}

// setName returns the name of the set of the option positions: of a file its name without the folder and the ending.
func setName(option string) string {
	name, _, _ := strings.Cut(filepath.Base(option), ".jsonl")
	return name
}

// addRow adds a row to the file of the leaderboard.
func (f *PositionScore) addRow(row positions.Standing) error {
	board := new(positions.Leaderboard)
	if safefile.Exists(f.Leaderboard) {
		if err := reading("leaderboard", f.Leaderboard, nil, func(r io.Reader) (err error) {
			board, err = positions.ReadLeaderboard(r)
			return err
		}); err != nil {
			return err
		}
	}
	if err := board.Add(row); err != nil {
		return err
	}
	return (&OutFile{Option: "leaderboard", Path: f.Leaderboard, Overwrite: true}).Write(board.Write)
}

// reading calls read with the contents of the file that an option names, or with in for "-". It
// unpacks what gzip has compressed. Errors name the file.
func reading(option, path string, in io.Reader, read func(io.Reader) error) error {
	fail := func(err error) error { return options.FileFault(fmt.Errorf("--%s: %s: %w", option, path, err)) }
	if path != "-" || in == nil {
		file, err := safefile.OpenStream(path)
		if err != nil {
			return options.FileFault(fmt.Errorf("--%s: %w", option, err))
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
