package terminal

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rummygym/env/game"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/session"
)

// inFolder makes a new folder for the games of the user the working folder of a test.
func inFolder(t *testing.T) {
	t.Setenv("XDG_DATA_HOME", t.TempDir())
	must.Do(t, os.MkdirAll(session.Folder(), 0o777))
	t.Chdir(session.Folder())
}

func rules(t testing.TB, name, text string) catalog.Rules {
	t.Helper()
	return must.Get(catalog.ParseRules(name, text))(t)
}

// script returns a person's moves in a game of the session, and plays it to the end: what the
// person does follows from what it sees.
func script(t testing.TB, s *session.Session) (actions []game.Action) {
	t.Helper()
	spec := "min-dist"
	if t := s.Rules().Type(); t == catalog.Gin || t == catalog.GinMatch {
		spec = "simple"
	}
	create, _ := must.Get2(catalog.OpenAgent(s.Rules(), spec))(t)
	agent := create()
	agent.Reset(1)
	for !s.Over() {
		var err error
		if s.Turn() {
			legal := s.Legal()
			a, _ := agent.Act(s.Observe(s.Seat()), &legal)
			actions = append(actions, a)
			_, err = s.Apply(a)
		} else {
			_, err = s.Advance()
		}
		must.Do(t, err)
	}
	return actions
}

// Short games, as they are printed.
func TestPlainTranscripts(t *testing.T) {
	testdata := must.Get(filepath.Abs("testdata"))(t)
	for _, c := range []struct{ name, args, input string }{
		{"indian", "--seed 1 --against min-dist-opp --practice", "\nhelp\nhint\nundo\ndraw\nhint\nnonsense\n9\n10d\ndeclare\n3c\nundo\nundo\ntable\ntake 3h\n5D\nscore\ndrop\nscore\nundo\nquit\n"},
		{"gin", "--game gin-match --preset classic --seed 4 --against simple --games 1", "rules\nhint\ntake\nhint\nknock\nKC\nquit\n"},
		{"openspiel", "--game gin --preset openspiel --seed 3 --against sigra", "pass\ndraw\n"},
		{"six", "--preset club --seats 6 --seat 3 --against min-dist --seed 5 --games 1", "draw\ndrop out for 20 points\n2D\n3\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			inFolder(t)
			args := append([]string{"play", "--plain"}, strings.Fields(c.args)...)
			status, out, errs := program.Run(t, c.input, args...)
			if status != 0 || errs != "" {
				t.Fatalf("exit status %d, %s", status, errs)
			}
			must.Match(t, filepath.Join(testdata, c.name+".txt"), out)
		})
	}
}

// Whole games, typed in all the ways in which moves can be written, make the records that the
// same moves make in a session.
func TestPlainGames(t *testing.T) {
	for _, c := range []struct{ game, rules, args, against string }{
		{"indian", "paper", "", "min-dist-opp"},
		{"indian", "club seats=3", "--preset club --seats 3", "min-dist-opp,random"},
		{"gin-match", "classic target=60", "--game gin-match --preset classic --target 60", "sigra"},
		{"gin", "openspiel", "--game gin --preset openspiel", "simple"},
		{"indian", "tiny", "--preset tiny", "min-dist-outs"},
		{"indian", "medium", "--preset medium", "min-dist-outs"},
		{"gin", "small", "--game gin --preset small", "sigra"},
		{"gin", "medium", "--game gin --preset medium", "sigra"},
		{"gin", "seven", "--game gin --preset seven", "sigra"},
	} {
		t.Run(c.game+" "+c.rules, func(t *testing.T) {
			inFolder(t)
			s := must.Get(session.New(session.Config{Rules: rules(t, c.game, c.rules), Agents: strings.Split(c.against, ","), Seed: 6}))(t)
			defer s.Close()
			words := s.NewWords()
			fork := must.Get(session.New(session.Config{Rules: s.Rules(), Agents: strings.Split(c.against, ","), Seed: 6}))(t)
			defer fork.Close()
			var input strings.Builder
			for i, a := range script(t, fork) {
				for !s.Turn() {
					must.Get(s.Advance())(t)
				}
				for _, x := range s.Choices() {
					if x.Action != a {
						continue
					}
					switch {
					case i%3 == 0:
						input.WriteString(strings.ToUpper(words.Choice(&x)))
					case i%3 == 1:
						input.WriteString(strings.ReplaceAll(s.Game().ActionString(a), "T", "10"))
					default:
						input.WriteString(strings.ToLower(words.Choice(&x)))
					}
				}
				input.WriteString("\n")
				must.Get(s.Apply(a))(t)
			}
			args := append([]string{"play", "--seed", "6", "--games", "1", "--against", c.against}, strings.Fields(c.args)...)
			status, out, errs := program.Run(t, input.String(), args...)
			if status != 0 || errs != "" || !strings.HasSuffix(out, "The record is in play.jsonl.\nSee what your moves cost: rummygym review play.jsonl\n") {
				t.Fatalf("exit status %d, %s\n%s", status, errs, out[max(0, len(out)-2000):])
			}
			if data, err := os.ReadFile("play.jsonl"); err != nil || !bytes.Equal(data, fork.Records()) {
				t.Errorf("the record is not that of the moves: %v", err)
			}
		})
	}
}

// The hand is sorted as was said until something else is said, in this game and the next. Melding sorts need help.
func TestPlainSorts(t *testing.T) {
	ranks := "A23456789TJQK"
	fits := map[string]func(groups [][]string) bool{
		"suit": func(groups [][]string) bool {
			return !slices.ContainsFunc(groups, func(g []string) bool {
				return slices.ContainsFunc(g, func(c string) bool { return c[1:] != g[0][1:] })
			})
		},
		"rank": func(groups [][]string) bool {
			place := func(c string) int { return (strings.Index(ranks, c[:1]) + len(ranks)*strings.Count(c, "JK")) }
			return len(groups) == 1 && slices.IsSortedFunc(groups[0], func(a, b string) int { return place(a) - place(b) })
		},
	}
	for _, c := range []struct{ args, against string }{
		{"--game gin --preset openspiel", "simple"},
		{"--preset club --seats 3", "min-dist"},
		{"--preset club --seats 3 --assist none", "min-dist"},
	} {
		t.Run(c.args, func(t *testing.T) {
			inFolder(t)
			help := !strings.Contains(c.args, "none")
			input := strings.Repeat("sort by rank\n1\ntable\nsort by suits\ntable\nsort\ntable\nsort by melds\ntable\nsort colour\n", 3) + "quit\n"
			status, out, errs := program.Run(t, input, append([]string{"play", "--plain", "--seed", "3", "--against", c.against}, strings.Fields(c.args)...)...)
			if status != 0 || errs != "" {
				t.Fatalf("exit status %d, %s", status, errs)
			}
			by, seen := "suit", map[string]int{}
			var melds string
			for line := range strings.Lines(out) {
				line = strings.TrimSuffix(strings.TrimSpace(line), ".")
				if word, cards, ok := strings.Cut(strings.TrimPrefix(line, "By "), ": "); ok && strings.HasPrefix(line, "By ") && !strings.Contains(line, ";") {
					by, melds = word, cards
				}
				head, cards, ok := strings.Cut(line, ": ")
				if !strings.HasPrefix(head, "Your hand") || !ok {
					continue
				}
				var groups [][]string
				for g := range strings.SplitSeq(cards, " | ") {
					groups = append(groups, strings.Fields(g))
				}
				if n := len(slices.Concat(groups...)); head != fmt.Sprintf("Your hand, %d cards", n) {
					t.Errorf("%q is followed by %d cards", head, n)
				}
				seen[by]++
				if is := fits[by]; is != nil && !is(groups) || by == "melds" && cards != melds {
					t.Errorf("%s: the hand is not by %s: %s", c.args, by, cards)
				}
			}
			if seen["suit"] < 4 || seen["rank"] < 6 || (seen["melds"] > 2) != help {
				t.Errorf("the sortings of the hand were %v", seen)
			}
			if none := strings.Count(out, "You play without help."); (none > 0) == help {
				t.Errorf("%d times it says that the person plays without help", none)
			}
			if !strings.Contains(out, `"colour" is no order of the hand: want sort by suit, by rank or by melds.`) {
				t.Error("it does not say that a word is no order")
			}
		})
	}
}

// Ctrl-C saves the game, says how it goes on, and ends with the status 130.
func TestPlainIsStopped(t *testing.T) {
	inFolder(t)
	in, typed := io.Pipe()
	defer typed.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	out, printed := io.Pipe()
	var errs bytes.Buffer
	ended := make(chan int)
	go func() {
		ended <- program.Execute(ctx, []string{"play", "--seed", "3", "--against", "random"}, in, printed, &errs)
	}()
	go func() { _, _ = io.WriteString(typed, "draw\n") }()
	lines := bufio.NewScanner(out)
	for lines.Scan() && lines.Text() != "Discard which card?" {
	}
	stop()
	go func() { _, _ = io.Copy(io.Discard, out) }()
	if status := <-ended; status != 130 || !strings.Contains(errs.String(), "continue with: rummygym play --resume play.jsonl --against random") {
		t.Errorf("exit status %d, %s", status, errs.String())
	}
	again := must.Get(session.Resume(session.Config{Path: "play.jsonl"}))(t)
	defer again.Close()
	if n := len(again.Events()); n < 2 {
		t.Errorf("%d events are saved, want the deal and the draw", n)
	}
}

// writing is a function that takes what is written.
type writing func(p []byte)

func (f writing) Write(p []byte) (int, error) {
	f(p)
	return len(p), nil
}

// Lines are printed while the game goes on.
func TestWatchIsLive(t *testing.T) {
	s, err := session.New(session.Config{Rules: rules(t, "indian", "paper"), Agents: []string{"min-dist"}, Seat: game.NoPlayer, Seed: 1})
	must.Do(t, err)
	defer s.Close()
	lines, before := 0, 0
	err = watchLines(t.Context(), s, 1, game.NoPlayer, writing(func(p []byte) {
		lines += bytes.Count(p, []byte("\n"))
		if !s.Over() {
			before = lines
		}
	}))
	if err != nil || before < 5 || lines < before+2 {
		t.Errorf("%d of %d lines were printed before the end: %v", before, lines, err)
	}
}

// Without agents, watch shows the level expert of the game.
func TestWatchShowsExperts(t *testing.T) {
	for _, g := range []*catalog.GameType{catalog.Indian, catalog.Gin} {
		args := []string{"watch", "--plain", "--game", g.Name, "--seed", "3"}
		shown := program.Succeed(t, args...)
		for _, l := range g.Levels {
			same := program.Succeed(t, append(args, "--agents", l.Agent)...) == shown
			if expert := l.Name == "expert"; same != expert {
				t.Errorf("%s: watch without agents is that of level %s: %v, want %v", g.Name, l.Name, same, expert)
			}
		}
	}
}

// Whatever is typed, there is a choice or a reason.
func FuzzParseMove(f *testing.F) {
	for _, line := range []string{"draw", "take", "1", "99", "-1", "10d", "discard", "declare 9c", "meld 3C 4C 5C", "off", "lay off", "knock with", "\u00a0", "draw pile", "pass pass"} {
		f.Add(line)
	}
	type table struct {
		session *session.Session
		words   record.Words
	}
	var tables []table
	for _, c := range [][3]string{{"indian", "paper", "min-dist"}, {"gin", "openspiel", "simple"}} {
		s := newSession(f, c[0], c[1], c[2], 5)
		tables = append(tables, table{s, s.NewWords()})
	}
	f.Fuzz(func(t *testing.T, line string) {
		line = strings.TrimSpace(line)
		for i := range tables {
			x := &tables[i]
			c, err := parseMove(line, x.session.Game(), &x.words, x.session.Choices())
			if legal := x.session.Legal(); err == nil && !legal.Has(c.Action) {
				t.Errorf("%q is the action %d, which is not legal", line, c.Action)
			}
		}
	})
}
