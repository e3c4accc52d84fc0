package recipe

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"

	"rummygym"
	"rummygym/agents/search"
	"rummygym/arena/positions"
	"rummygym/arena/review"
	"rummygym/features/text"
	"rummygym/internal/safefile"
	"rummygym/options"
	"rummygym/table"
	"rummygym/train/league"
)

// Positions makes a set of decisions with answers. Its result is a [*PositionsResult].
type Positions struct {
	optionList `options:"-"`
	Out        string `option:"out" required:"true" complete:"folder" doc:"folder to write to; it must be empty or not exist"`
	Name       string `option:"name" doc:"prefix of the ids (default the name of the game, followed by sealed for a sealed set)"`
	Positions  int    `option:"positions" default:"200" range:"1:1000000" doc:"number of positions, without twins"`
	Games      int    `option:"games" range:"0:10000000" doc:"number of games from which positions are taken; 0 means as many games as positions"`
	Players    string `option:"players" complete:"agents" doc:"comma-separated agents that play, each preceded by its weight and a colon unless the weight is 1 (default the standard opponents of the game, and 0.25:random)"`
	Twins      int    `option:"twins" range:"0:23" doc:"number of copies of each position with the suits exchanged"`
	History    string `option:"history" words:"since|all|none" doc:"events in the texts: those since the seat's last decision, all or none (default since)"`
	Agent      string `option:"agent" group:"Evaluation" complete:"agents" doc:"agent that plays all seats in the roll-outs (default the same as in review)"`
	Rollouts   int    `option:"rollouts" group:"Evaluation" range:"0:1000000" doc:"roll-outs per position; 0 is the number that review uses for a decision"`
	Seed       uint64 `option:"seed" default:"1" group:"Running" doc:"seed of deals, agents and roll-outs"`
	Sealed     string `option:"sealed-seed-file" group:"Running" excludes:"seed" doc:"file with a secret of 32 bytes or more, used instead of the seed; the dataset card shows only the SHA-256 of the secret, and a file of questions without answers is added"`
	Workers    int    `option:"workers" group:"Running" range:"0:4096" doc:"number of positions searched at the same time; 0 is the number of cores"`
}

// NewPositions returns the recipe of "positions" with its defaults.
func NewPositions() *Positions {
	f := new(Positions)
	f.bind(f)
	return f
}

// PositionsResult is a set that was made.
type PositionsResult struct {
	Folder  string
	Entries []positions.Entry
}

// Write writes the numbers of positions by kind and difficulty.
func (r *PositionsResult) Write(w io.Writer, f table.Format) error {
	out := table.Output[positions.Count]{Table: table.New(table.Fields[positions.Count](), positions.Counts(r.Entries))}
	return out.Write(w, f)
}

// Run makes the set.
func (f *Positions) Run(ctx context.Context, host *Host) (Result, error) {
	c, card, err := f.Config()
	if err != nil {
		return nil, err
	}
	if err := emptyFolder(f.Out); err != nil {
		return nil, err
	}
	set, err := positions.Make(ctx, c, host.counter("steps"))
	if cutOff(ctx, err) {
		return nil, &StoppedError{Progress: Progress{Unit: "positions", Total: int64(f.Positions)}, Lost: err, Err: err}
	}
	if err != nil {
		return nil, err
	}
	if n := len(positions.Originals(set)); n < f.Positions {
		fmt.Fprintf(host.log(), "%s have %s: raise --games for more\n", table.Plural(c.Games, "game"), table.Plural(n, "position"))
	}
	card.Made = append(card.Made, [2]string{"version", host.Version})
	card.Entries = set
	files := []positionsFile{{positions.LinesFile, positions.WriteLines}, {positions.ParquetFile, positions.WriteParquet}}
	if f.Sealed != "" {
		files = append(files, positionsFile{positions.QuestionsFile, positions.WriteQuestions})
	}
	return &PositionsResult{f.Out, set}, writeFolder(f.Out, set, files, card.Write)
}

// Config returns the configuration of the set, and the card without its entries.
func (f *Positions) Config() (c positions.Config, card *positions.Card, err error) {
	if err := f.Validate(); err != nil {
		return c, nil, err
	}
	rules, err := f.rules.Rules()
	if err != nil {
		return c, nil, err
	}
	kind, seed := rules.Type(), [2]string{"seed", fmt.Sprint(f.Seed)}
	c = positions.Config{
		Name: cmp.Or(f.Name, kind.Name), Positions: f.Positions, Games: cmp.Or(f.Games, f.Positions), Twins: f.Twins, History: cmp.Or(f.History, text.Since),
		Seed: f.Seed, Workers: f.Workers,
	}
	if f.Sealed != "" {
		if c.Seed, seed[1], err = readSecret(f.Sealed); err != nil {
			return c, nil, fmt.Errorf("--sealed-seed-file: %w", err)
		}
		seed[0], c.Name = "SHA-256 of the secret seed", cmp.Or(f.Name, kind.Name+"-sealed")
	}
	agent := cmp.Or(f.Agent, rummygym.ReviewAgent(rules))
	if c.Review, agent, err = rummygym.ReviewConfig(rules, agent, search.Gain); err != nil {
		return c, nil, err
	}
	if f.Rollouts > 0 {
		c.Review.Search.Rollouts = f.Rollouts
	}
	if n := c.Review.Search.Rollouts; n < review.MinRollouts {
		return c, nil, fmt.Errorf("--rollouts is %d: want %d or more, or 0 for the default", n, review.MinRollouts)
	}
	c.Game = c.Review.Game
	header, err := rummygym.RecordHeader(c.Game, make([]string, c.Game.Players()))
	if err != nil {
		return c, nil, err
	}
	c.Source = text.Source{Game: c.Game, Header: header, Title: kind.Title, Phrases: kind.Phrases, Facts: kind.Facts, Rules: rules.Text}
	players, err := f.players(rules, &c)
	if err != nil {
		return c, nil, fmt.Errorf("--players: %w", err)
	}
	return c, &positions.Card{Title: kind.Title, Made: [][2]string{
		{"rules", rummygym.RulesName(f.rules.Preset(), rules)}, {"players", players}, {"games", fmt.Sprint(c.Games)},
		{"roll-outs per position", fmt.Sprintf("%d, by %s", c.Review.Search.Rollouts, agent)}, {"twins of each position", fmt.Sprint(f.Twins)}, seed,
	}}, nil
}

// players opens the agents that play, and returns their canonical names with the weights.
func (f *Positions) players(rules rummygym.Rules, c *positions.Config) (string, error) {
	kind, list := rules.Type(), f.Players
	if list == "" {
		all := append(slices.Clone(kind.Opponents), kind.Learning.Start, kind.Learning.Rival)
		slices.Sort(all)
		list = strings.Join(slices.Compact(all), ",") + ",0.25:random"
	}
	shares, err := league.ParseShares(list)
	if err != nil {
		return "", err
	}
	var names []string
	for _, s := range shares {
		create, name, err := rummygym.OpenAgent(rules, s.Name)
		if err != nil {
			return "", err
		}
		c.Players = append(c.Players, positions.Player{New: create, Weight: s.Weight})
		names = append(names, fmt.Sprintf("%g:%s", s.Weight, name))
	}
	return strings.Join(names, ", "), nil
}

// minSecret is the least length of a secret, so that nobody finds it by trying.
const minSecret = 32

// readSecret returns the seed that the secret in a file gives, and the SHA-256 of the secret. White space around the
// secret does not count.
func readSecret(path string) (seed uint64, digest string, err error) {
	data, err := safefile.ReadAll(path, 1<<16)
	if err != nil {
		return 0, "", options.FileFault(err)
	}
	secret := bytes.TrimSpace(data)
	if len(secret) < minSecret {
		return 0, "", fmt.Errorf("the secret in %s has %d bytes: want %d or more, such as those that openssl rand -hex 32 prints", path, len(secret), minSecret)
	}
	sum, key := sha256.Sum256(secret), sha256.Sum256(append([]byte("seed of rummygym positions\n"), secret...))
	return binary.LittleEndian.Uint64(key[:]), hex.EncodeToString(sum[:]), nil
}
