package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rummygym/arena"
	"rummygym/internal/agents/learned"
	"rummygym/internal/agents/spec"
	"rummygym/internal/arena/report"
	"rummygym/internal/catalog"
	"rummygym/internal/session"
)

// ladders holds the command lines of the ladders that docs/agents.md reports: all built-in agents of
// each game, and the levels of each.
var ladders = map[string][]string{
	"indian": {"ladder", "--agents", "random,defeat-seeking,min-score,min-dist,min-dist-score,min-dist-opp,min-dist-outs,min-dist-avail,learned:standard,learned:standard:head=win,search:playout=min-dist-opp",
		"--games", "4000", "--slow", "search:playout=min-dist-opp", "--slow-games", "300", "--anchor", "min-dist", "--format", "json"},
	"gin": {"ladder", "--game", "gin-match", "--agents", "random,random-unmelded,simple,late-knock,stubborn,medium,sigra,independent-heuristics,fitness,data-driven,learned:standard,learned:standard:head=win,search:playout=simple",
		"--games", "4000", "--slow", "search:playout=simple", "--slow-games", "300", "--anchor", "simple", "--format", "json"},
	"levels-indian": {"ladder", "--agents", "search:playout=random:rollouts=8,search:playout=random:rollouts=32,min-score,min-dist,min-dist-outs,learned:standard:head=win", "--games", "1000", "--anchor", "min-dist", "--format", "json"},
	"levels-gin":    {"ladder", "--game", "gin-match", "--agents", "data-driven:explore=0.6,data-driven:explore=0.3,simple,fitness,learned:standard", "--games", "1000", "--anchor", "simple", "--format", "json"},
}

// recordedLadder is a file of testdata: what a ladder printed, by which command and when.
type recordedLadder struct {
	Command string          `json:"command"`
	Date    string          `json:"date"`
	Rating  json.RawMessage `json:"rating"`
}

func ladderPath(name string) string { return "cmd/rummygym/testdata/ladder-" + name + ".json" }

// playLadders plays the ladders, or that of one game, and records them. Their games are kept in a folder, so
// that agents that are added play only their own pairs.
func (p program) playLadders(folder, only string) error {
	for _, name := range slices.Sorted(maps.Keys(ladders)) {
		game := strings.TrimPrefix(name, "levels-")
		if only != "" && game != only {
			continue
		}
		s, err := learned.Parse(learned.Name + ":" + learned.Standard)
		if err != nil {
			return err
		}
		g, err := catalog.GameByName(game)
		if err != nil {
			return err
		}
		m, err := learned.Open(g.Network(2), s)
		if err != nil {
			return err
		}
		args, keep := ladders[name], "--checkpoint"
		path := filepath.Join(folder, fmt.Sprintf("%s-%.12s.arrow", name, m.Hash)) // another built-in network begins anew
		if _, err := os.Stat(path); err == nil {
			keep = "--resume"
		}
		out, err := p.run(append(slices.Clone(args), keep, path)...)
		if err != nil {
			return err
		}
		r := recordedLadder{"rummygym " + strings.Join(args, " "), time.Now().UTC().Format(time.DateOnly), json.RawMessage(out)}
		text, err := json.MarshalIndent(r, "", " ")
		if err != nil {
			return err
		}
		if err := os.WriteFile(ladderPath(name), append(text, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// ladderResult is what the pages show of the JSON of a ladder.
type ladderResult struct {
	Version    string
	Confidence float64
	Deals      int
	Setup      arena.Setup
	Rows       []struct {
		Agent   string
		Games   int
		Elo     float64
		Low     *float64 `json:"elo_low"`
		High    *float64 `json:"elo_high"`
		Score   float64
		ScoreSE float64 `json:"score_se"`
		Gain    float64 `json:"gain_mean"`
		GainSE  float64 `json:"gain_se"`
	}
	Cycles [][3]string
}

// readLadder reads the last recorded ladder of a name.
func readLadder(name string) (file recordedLadder, r ladderResult, err error) {
	if err := read(ladderPath(name), &file); err != nil {
		return file, r, err
	}
	if err := json.Unmarshal(file.Rating, &r); err != nil || r.Version != report.RatingVersion {
		return file, r, fmt.Errorf("%s: want a rating of version %s (%v)", ladderPath(name), report.RatingVersion, err)
	}
	return file, r, nil
}

// levels returns the levels of a game with the ratings of their recorded ladder, which are those of the list.
func levels(g *catalog.GameType) func() (string, error) {
	return func() (string, error) {
		file, r, err := readLadder("levels-" + g.Name)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		fmt.Fprintf(&b, "%s, Elo points with %g %% intervals over %d deals, preset `%s`, played on %s.\n\n| level | agent | Elo | interval |\n|---|---|---:|---:|\n",
			g.Title, 100*r.Confidence, r.Deals, r.Setup.Rules, file.Date)
		rated := 0
		for _, l := range g.Levels {
			for _, row := range r.Rows {
				if session.ShortName(row.Agent) != l.Agent {
					continue
				}
				if elo := int(math.Round(row.Elo)); elo != l.Elo {
					return "", fmt.Errorf("level %s of %s has %d Elo points: the ladder says %d", l.Name, g.Title, l.Elo, elo)
				}
				rated++
				interval := ""
				if *row.Low != *row.High {
					interval = fmt.Sprintf("%.0f … %.0f", *row.Low, *row.High)
				}
				fmt.Fprintf(&b, "| %s | `%s` | %d | %s |\n", l.Name, l.Agent, l.Elo, interval)
			}
		}
		if rated != len(g.Levels) {
			return "", fmt.Errorf("%s rates %d of %d levels", ladderPath("levels-"+g.Name), rated, len(g.Levels))
		}
		return b.String(), nil
	}
}

// ladder returns the ratings of the last recorded ladder of a game.
func ladder(g *catalog.GameType) func() (string, error) {
	return func() (string, error) { return ladderOf(g) }
}

func ladderOf(g *catalog.GameType) (string, error) {
	file, r, err := readLadder(g.Name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	games := r.Setup.Terms.Games()
	fmt.Fprintf(&b, "Elo points with %g %% intervals over %d deals, preset `%s`; the agent without an interval has rating 0. Played on %s by\n\n    %s\n\n",
		100*r.Confidence, r.Deals, r.Setup.Rules, file.Date, file.Command)
	fmt.Fprintf(&b, "| | agent | Elo | interval | score | mean gain ± s.e. | %s |\n|---:|---|---:|---:|---:|---:|---:|\n", games)
	end := func(v *float64, infinite string) string {
		if v == nil {
			return infinite
		}
		return fmt.Sprintf("%.0f", *v)
	}
	for k, row := range r.Rows {
		interval := end(row.Low, "−∞") + " … " + end(row.High, "∞")
		if row.Low != nil && row.High != nil && *row.Low == *row.High {
			interval = ""
		}
		fmt.Fprintf(&b, "| %d | `%s` | %.0f | %s | %.3f | %.2f ± %.2f | %d |\n", k+1, row.Agent, row.Elo, interval,
			row.Score, row.Gain, row.GainSE, row.Games)
	}
	switch n := len(r.Cycles); n {
	case 0:
		b.WriteString("\nNo three agents beat each other in a cycle, after Holm's correction.\n")
	default:
		fmt.Fprintf(&b, "\nCycles of three agents that beat each other, after Holm's correction: %d; the clearest is %s, %s, %s.\n", n, r.Cycles[0][0], r.Cycles[0][1], r.Cycles[0][2])
	}
	for _, a := range g.Agents() {
		if a.Name != spec.MixName && !slices.ContainsFunc(r.Setup.Agents, func(name string) bool { return name == a.Name || strings.HasPrefix(name, a.Name+":") }) {
			fmt.Fprintf(&b, "\nNot rated: `%s`.\n", a.Name)
		}
	}
	return b.String(), nil
}

// laddered returns the agents of the ladder of a game but for those that are too slow for all games.
func laddered(game string) []string {
	after := func(flag string) string { return ladders[game][slices.Index(ladders[game], flag)+1] }
	slow := strings.Split(after("--slow"), ",")
	return slices.DeleteFunc(strings.Split(after("--agents"), ","), func(agent string) bool { return slices.Contains(slow, agent) })
}
