// Command positionsets makes the frozen sets of positions of arena/positions/sets, or compares them with a second judge.
//
//	go run ./internal/tools/positionsets -parts out/sets             make the parts that are missing, and join them
//	go run ./internal/tools/positionsets -again 320                  judge 320 positions of each set in other deals
//	go run ./internal/tools/positionsets -again 320 -game gin
//
// It runs in the root of the module. A set has parts with different rules, each of which is what "rummygym positions" makes.
// Part n of a game has the seed n. The parts take hours of a core. Parts that are there are kept if the same commit made them,
// which is in the name of their folder and on the card.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"rummygym/arena/positions"
	"rummygym/arena/stats"
	"rummygym/recipe"
)

// A part is a part of a set: the options of "rummygym positions". Its name begins the ids.
type part struct {
	Name      string `json:"name"`
	Game      string `json:"game"`
	Preset    string `json:"preset"`
	Seats     int    `json:"seats,omitempty"`
	Seed      int    `json:"seed"`
	Positions int    `json:"positions"`
	Games     int    `json:"games"`
	Rollouts  int    `json:"rollouts"`
	Workers   int    `json:"workers"`
	Out       string `json:"out"`
}

// parts are those of the frozen sets. The names of sets are those of the games.
var parts = []part{
	{Name: "gin-eaai", Game: "gin", Preset: "eaai", Seed: 1, Positions: 700, Games: 700, Rollouts: 12000},
	{Name: "gin-openspiel", Game: "gin", Preset: "openspiel", Seed: 2, Positions: 600, Games: 600, Rollouts: 12000},
	{Name: "gin-classic", Game: "gin", Preset: "classic", Seed: 3, Positions: 400, Games: 400, Rollouts: 12000},
	{Name: "gin-uk", Game: "gin", Preset: "uk", Seed: 4, Positions: 300, Games: 300, Rollouts: 12000},
	{Name: "indian-paper", Game: "indian", Preset: "paper", Seed: 1, Positions: 600, Games: 300, Rollouts: 1500},
	{Name: "indian-paper52", Game: "indian", Preset: "paper52", Seed: 2, Positions: 200, Games: 100, Rollouts: 1000},
	{Name: "indian-club", Game: "indian", Preset: "club", Seed: 3, Positions: 300, Games: 150, Rollouts: 1000},
	{Name: "indian-released", Game: "indian", Preset: "released", Seed: 4, Positions: 200, Games: 100, Rollouts: 1500},
	{Name: "indian-paper-3", Game: "indian", Preset: "paper", Seats: 3, Seed: 5, Positions: 200, Games: 100, Rollouts: 1000},
	{Name: "indian-club-4", Game: "indian", Preset: "club", Seats: 4, Seed: 6, Positions: 200, Games: 100, Rollouts: 1000},
	{Name: "indian-club-5", Game: "indian", Preset: "club", Seats: 5, Seed: 7, Positions: 150, Games: 75, Rollouts: 1000},
	{Name: "indian-club-6", Game: "indian", Preset: "club", Seats: 6, Seed: 8, Positions: 150, Games: 75, Rollouts: 1000},
}

func main() {
	folder := flag.String("parts", "", "`folder` of the parts")
	again := flag.Int("again", 0, "number of positions of each set that a second judge judges")
	game := flag.String("game", "", "only the set of this game")
	workers := flag.Int("workers", 0, "positions at the same time; 0 is the number of cores")
	flag.Parse()
	chosen := slices.DeleteFunc(slices.Clone(parts), func(p part) bool { return *game != "" && p.Game != *game })
	var err error
	switch {
	case *again > 0:
		err = judge(chosen, *again, *workers, os.Stdout)
	case *folder != "":
		err = build(chosen, *folder, "arena/positions/sets", *workers)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "positionsets:", err)
		os.Exit(1)
	}
}

// recipe returns the recipe of a part.
func (p part) recipe() (*recipe.Positions, error) {
	r := recipe.NewPositions()
	if p.Out == "" {
		p.Out = p.Name // of no file
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, err
	}
	options := r.Options()
	return r, json.Unmarshal(text, &options)
}

// build makes the parts that are not in a folder, and joins them to sets in another one.
func build(parts []part, folder, sets string, workers int) error {
	commit, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return fmt.Errorf("git describe: %w", err)
	}
	version := string(bytes.TrimSpace(commit))
	folder = filepath.Join(folder, version)
	for _, p := range parts {
		p.Out, p.Workers = filepath.Join(folder, p.Name), workers
		if _, err := os.Stat(filepath.Join(p.Out, positions.CardFile)); err == nil {
			continue
		}
		r, err := p.recipe()
		if err != nil {
			return err
		}
		if _, err := r.Run(context.Background(), &recipe.Host{Log: os.Stderr, Version: version}); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
	}
	for name, of := range games(parts) {
		if err := join(name, of, folder, sets, version); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// games returns the parts of each set.
func games(parts []part) map[string][]part {
	all := map[string][]part{}
	for _, p := range parts {
		all[p.Game] = append(all[p.Game], p)
	}
	return all
}

// join writes a set and its card.
func join(name string, parts []part, folder, sets, version string) error {
	var set []positions.Entry
	made := [][2]string{{"version", version}}
	card := new(positions.Card)
	for _, p := range parts {
		file, err := os.Open(filepath.Join(folder, p.Name, positions.LinesFile))
		if err != nil {
			return err
		}
		defer file.Close()
		entries, err := positions.Read(file)
		if err != nil {
			return err
		}
		if len(entries) != p.Positions {
			return fmt.Errorf("%s has %d positions: want %d", p.Name, len(entries), p.Positions)
		}
		set = append(set, entries...)
		r, err := p.recipe()
		if err != nil {
			return err
		}
		_, of, err := r.Config()
		if err != nil {
			return err
		}
		card.Title = of.Title
		settings := fmt.Sprintf("%d positions", p.Positions)
		for _, m := range of.Made {
			settings += fmt.Sprintf("; %s: %s", m[0], m[1])
		}
		made = append(made, [2]string{"`" + p.Name + "-…`", settings})
	}
	card.Made, card.Entries = made, set
	var lines, packed bytes.Buffer
	if err := positions.WriteLines(&lines, set); err != nil {
		return err
	}
	pack := exec.Command("zstd", "-19", "-q", "-c") // a third smaller than what the library of the reader makes
	pack.Stdin, pack.Stdout, pack.Stderr = &lines, &packed, os.Stderr
	if err := pack.Run(); err != nil {
		return fmt.Errorf("zstd: %w", err)
	}
	var text bytes.Buffer
	if err := card.Write(&text); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(sets, name+".jsonl.zst"), packed.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(sets, name+".md"), text.Bytes(), 0o644)
}

// judge compares positions of the frozen sets, evenly over each part, with what a second judge says of them.
func judge(parts []part, n, workers int, out io.Writer) error {
	for name, of := range games(parts) {
		lines, _, err := positions.ShippedSet(name)
		if err != nil {
			return err
		}
		set, err := positions.Read(bytes.NewReader(lines))
		if err != nil {
			return err
		}
		agree, same, settled, first := 0, 0, 0, 0
		var all []positions.Second
		for _, p := range of {
			entries := set[first : first+p.Positions]
			first += p.Positions
			var chosen []positions.Entry
			step := float64(len(set)) / float64(n)
			for at := step / 2; int(at) < len(entries); at += step {
				chosen = append(chosen, entries[int(at)])
			}
			r, err := p.recipe()
			if err != nil {
				return err
			}
			c, _, err := r.Config()
			if err != nil {
				return err
			}
			c.Workers = workers
			again, err := positions.Again(context.Background(), c, chosen)
			if err != nil {
				return err
			}
			if len(again) != len(chosen) {
				return fmt.Errorf("%s: %d of %d positions found again: another version of the program made them", p.Name, len(again), len(chosen))
			}
			all = append(all, again...)
		}
		for i := range all {
			switch s := &all[i]; {
			case s.First == s.Best:
				same, agree = same+1, agree+1
			case s.Agree():
				agree++
			default:
				fmt.Fprintf(out, "%s %s: %s; the second judge: %s, %.2f ± %.2f less\n", name, s.ID, s.First.Name, s.Best.Name, s.Cost, s.Err)
			}
			if all[i].Best.Cost <= 2*all[i].Best.CostErr {
				settled++
			}
		}
		in := stats.Proportion{Successes: agree, Trials: len(all)}.Wilson(.95)
		fmt.Fprintf(out, "%s: %d positions: the same best move %d, within two standard errors %d, %.3f [%.3f, %.3f]; the move of the second judge within two of the first %d\n",
			name, len(all), same, agree, float64(agree)/float64(len(all)), in.Low, in.High, settled)
	}
	return nil
}
