//go:build unix

package external_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/internal/agents/external"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
)

// TestMain runs a bot instead of the tests if the first argument is bot.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "bot" {
		bot(os.Args[2], os.Args[3:])
		return
	}
	os.Exit(m.Run())
}

// bot plays the first legal action, and does what kind says at its fourth question.
func bot(kind string, args []string) {
	fmt.Fprintln(os.Stderr, "a bot begins:", kind)
	if kind == "served" {
		if err := catalog.ServeAgent(os.Stdin, os.Stdout, args[0], 64); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	tables := 1
	if kind == "many" || kind == "illegal" || kind == "crashmany" {
		tables = 8
	}
	hello := external.Answer{Type: external.HelloType, Protocol: external.Version, Name: kind, Tables: tables}
	switch kind {
	case "hidden":
		time.Sleep(time.Hour)
	case "version":
		hello.Protocol = 2
	case "tables":
		hello.Tables = 5000
	case "fields":
		hello.Fields = "colour"
	case "observes":
		hello.Fields = "all"
	case "reads":
		hello.Text = json.RawMessage(`{"relabel":"SHCD","history":"all","numbers":true}`)
	case "misreads":
		hello.Text = json.RawMessage(`{"colour":true}`)
	case "fork":
		child := exec.Command(os.Args[0], "bot", "child", args[0])
		if err := child.Start(); err != nil {
			panic(err)
		}
	case "child":
		f, err := os.OpenFile(args[0], os.O_WRONLY, 0)
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(f, "here")
		time.Sleep(time.Hour)
	}
	answer := func(message any) {
		line, err := json.Marshal(message)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
	in := bufio.NewReader(os.Stdin)
	left := int64(0)
	for n := 0; ; {
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var q external.Act
		if err := json.Unmarshal(line, &q); err != nil {
			panic(err)
		}
		switch q.Type {
		case external.HelloType:
			answer(hello)
			continue
		case external.EndType:
			continue
		}
		if q.Refused != "" && (string(q.Events) != "[]" || q.Seed != "" || len(q.Legal) == 0 || q.Milliseconds > left) {
			panic(fmt.Sprintf("the question %s again", line))
		}
		left = q.Milliseconds
		if n++; kind == "stubborn" || kind == "slow" && n == 4 {
			q.Legal[0] = "fly"
		}
		if kind == "slow" && q.Refused != "" {
			time.Sleep(time.Hour)
		}
		if n == 4 {
			switch kind {
			case "crash", "crashmany", "fork":
				fmt.Fprintln(os.Stderr, "boom")
				os.Exit(3)
			case "hang":
				time.Sleep(time.Hour)
			case "garbage":
				fmt.Println("no JSON")
				continue
			case "long":
				fmt.Println(strings.Repeat("x", 10<<20))
			case "illegal":
				q.Legal[0] = "fly"
			case "number":
				fmt.Printf(`{"type":"act","table":%d,"action":0}`+"\n", q.Table)
				continue
			case "table":
				q.Table = 7
			case "twice":
				answer(external.Move{Type: external.ActType, Table: q.Table, Action: q.Legal[0]})
			case "never", "again":
				member := map[string]string{"never": `"probability":0`, "again": `"action":"fly"`}[kind]
				fmt.Printf(`{"type":"act","table":%d,"action":%q,%s}`+"\n", q.Table, q.Legal[0], member)
				continue
			case "close":
				os.Stdout.Close()
				time.Sleep(time.Hour)
			}
		}
		if kind == "reads" { // suits have other names
			for _, name := range q.Legal {
				if !strings.Contains(q.Text, "\n  "+name) {
					panic(fmt.Sprintf("%s is not in the text %s", name, q.Text))
				}
			}
			q.Legal[0] = q.Legal[n%len(q.Legal)]
		}
		if kind == "observes" && !bytes.Contains(q.Observation, []byte(`"hand":[`)) {
			panic(fmt.Sprintf("observation %s", q.Observation))
		}
		answer(external.Move{Type: external.ActType, Table: q.Table, Action: q.Legal[0]})
	}
}

// specOf returns the spec of a bot.
func specOf(t *testing.T, kind string, args ...string) string {
	t.Helper()
	exe := must.Get(os.Executable())(t)
	command := fmt.Sprintf("%q bot %s", exe, kind)
	for _, a := range args {
		command += fmt.Sprintf(" %q", a)
	}
	return "exec:{" + command + "}:log={" + filepath.Join(t.TempDir(), "log") + "}"
}

// single returns the rules of single hands of Gin Rummy.
func single(t *testing.T) catalog.Rules {
	t.Helper()
	rules := catalog.Gin.Defaults()
	return rules
}

// play plays a tournament of a program against simple. It returns the program, which is closed.
func play(t *testing.T, spec string, games, workers, forfeit int) (*arena.Result, *external.Programs, error) {
	t.Helper()
	rules := single(t)
	g := must.Get(rules.NewGame())(t)
	create, name := must.Get2(catalog.OpenAgent(rules, "simple"))(t)
	p := must.Get(openProgram(rules, spec))(t)
	defer p.Close()
	res, err := arena.Tournament(context.Background(), arena.Config{
		Game: g, Rules: "test", Games: games, Seed: 1, Workers: workers, Forfeit: forfeit,
		Entrants: []arena.Entrant{{Name: name, New: create}, {Name: "bot", New: p.New, Tables: p.Tables(), Retries: p.MayRetry()}},
		Lineups:  []arena.Lineup{{0, 1}, {1, 0}, {0, 0}}, Terms: game.Terms{Part: "hand", Left: "deadwood"},
	})
	return res, p, err
}

// forfeits counts the games that the program forfeited, and checks who pays.
func forfeits(t *testing.T, res *arena.Result, points int16) (n int) {
	t.Helper()
	for l, games := range res.Records {
		for i, r := range games {
			switch {
			case !r.Played():
				t.Errorf("lineup %d, game %d is not played", l, i)
			case r.Ending != arena.Forfeit:
			case l == 2:
				t.Errorf("game %d without the program is forfeited", i)
			default:
				n++
				winner := res.Lineups[l][0] // the program is entrant 1
				if int(r.Winner) != winner || r.Gains[winner] != points || r.Gains[1-winner] != -points {
					t.Errorf("lineup %d, game %d: %+v, want seat %d to win %d points", l, i, r, winner, points)
				}
			}
		}
	}
	return n
}

// TestFailuresCostTheirOwnGames plays programs that fail, each in its way, at the fourth
// question of each process.
func TestFailuresCostTheirOwnGames(t *testing.T) {
	const games = 4
	for _, tt := range []struct {
		kind, options, reason string
		low, high             int // forfeits of 2*games
	}{
		{"good", "", "", 0, 0},
		{"observes", "", "", 0, 0},
		{"reads", "", "", 0, 0},
		{"crash", "", "the program ended (exit status 3)", 2, 2 * games},
		{"crashmany", "", "the program ended (exit status 3)", 2, 2 * games},
		{"hang", ":move=200ms", "no answer within 200ms (option move)", 2, 2 * games},
		{"hang", ":think=300ms", "(option think)", 2, 2 * games},
		{"garbage", "", `the line "no JSON" is not JSON`, 2, 2 * games},
		{"long", "", "a line of its output is longer than 65536 bytes", 2, 2 * games},
		{"illegal", "", `the action "fly" is not an action of the game`, 1, 1}, // the process goes on
		{"number", "", "cannot unmarshal number", 1, 1},
		{"stubborn", ":retries=2", `the action "fly" is not an action of the game`, 2 * games, 2 * games},
		{"slow", ":retries=2:move=500ms", "(option move)", 2, 2 * games},          // in the time of one answer
		{"garbage", ":retries=2", `the line "no JSON" is not JSON`, 2, 2 * games}, // of no table
		{"table", "", "names no table from 0 to 0", 2, 2 * games},
		{"never", "", "has the probability 0, want a number above 0", 1, 1},
		{"again", "", `"action" is there twice`, 2, 2 * games},
		// The second answer comes before or after the next question.
		{"twice", "", "answers no question: table 0 is not waiting for an answer|is not legal at the seat's decision", 1, 2 * games},
		{"close", "", "the program closed its output", 2, 2 * games},
	} {
		t.Run(tt.kind+tt.options, func(t *testing.T) {
			t.Parallel()
			res, p := must.Get2(play(t, specOf(t, tt.kind)+tt.options, games, 1, 123))(t)
			n := forfeits(t, res, 123)
			if n < tt.low || n > tt.high {
				t.Errorf("%d games are forfeited, want %d to %d", n, tt.low, tt.high)
			}
			if p.Failures() != n {
				t.Errorf("%d failures, want %d as the records have", p.Failures(), n)
			}
			log := must.Get(os.ReadFile(p.Log()))(t)
			has := func(reason string) bool { return strings.Contains(string(log), reason) }
			if !has("a bot begins: "+tt.kind) || !slices.ContainsFunc(strings.Split(tt.reason, "|"), has) {
				t.Errorf("the log lacks %q:\n%s", tt.reason, log)
			}
		})
	}
}

// TestRetries mends answers that are invalid once: the games are those of a program without faults, and
// the result counts the answers.
func TestRetries(t *testing.T) {
	good, _ := must.Get2(play(t, specOf(t, "good"), 4, 1, 123))(t)
	for _, kind := range []string{"illegal", "never", "number"} {
		res, p := must.Get2(play(t, specOf(t, kind)+":retries=1", 4, 1, 123))(t)
		if !reflect.DeepEqual(res.Records, good.Records) || p.Failures() != 0 || p.Retries() != 1 {
			t.Errorf("%s: %d games failed and %d answers were asked for again, want none and 1, and the games of a good program", kind, p.Failures(), p.Retries())
		}
		var file bytes.Buffer
		must.Do(t, arena.WriteGames(&file, res))
		read, err := arena.ReadGames(&file)
		if err != nil || !reflect.DeepEqual(read, res) {
			t.Errorf("%s: the file has other games: %v", kind, err)
		}
		s := arena.Summarize(read, arena.Settings{})
		if s.Players[0].Retries != 0 || s.Players[1].Retries != 1 || s.Pairs[0].Seats[1].Retries+s.Pairs[1].Seats[0].Retries != 1 {
			t.Errorf("%s: the summary has %d and %d retries, want 0 and 1", kind, s.Players[0].Retries, s.Players[1].Retries)
		}
		log, err := os.ReadFile(p.Log())
		if err != nil || !strings.Contains(string(log), "an answer was refused: ") {
			t.Errorf("%s: the log is %s, %v", kind, log, err)
		}
	}
}

// TestChildrenAreKilled has a program fork a child in each of its processes, which holds a pipe
// open as long as it lives.
func TestChildrenAreKilled(t *testing.T) {
	fifo := filepath.Join(t.TempDir(), "fifo")
	must.Do(t, syscall.Mkfifo(fifo, 0o600))
	r := must.Get(os.OpenFile(fifo, os.O_RDONLY|syscall.O_NONBLOCK, 0))(t)
	defer r.Close()
	// The child of the process that failed may be killed before it opens the pipe: keep one
	// writer, so that the end of the pipe means the end of all children.
	w := must.Get(os.OpenFile(fifo, os.O_WRONLY, 0))(t)
	p := must.Get(openProgram(single(t), specOf(t, "fork", fifo)))(t)
	if line, err := bufio.NewReader(io.LimitReader(r, 5)).ReadString('\n'); line != "here\n" {
		t.Fatalf("the child writes %q, %v", line, err)
	}
	p.Close()
	w.Close()
	if rest, err := io.ReadAll(r); err != nil || len(rest) > 0 {
		t.Errorf("after the end the pipe has %q, %v", rest, err)
	}
	res, _ := must.Get2(play(t, specOf(t, "fork", fifo), 2, 1, 123))(t)
	if forfeits(t, res, 123) == 0 {
		t.Error("no game is forfeited")
	}
	if _, err := io.ReadAll(r); err != nil { // returns when no child holds the pipe
		t.Error(err)
	}
}

// openProgram starts the program of a spec.
func openProgram(r catalog.Rules, text string) (*external.Programs, error) {
	s, err := external.Parse(text)
	if err != nil {
		return nil, err
	}
	return catalog.OpenProgram(r, s)
}

func TestOpenRefuses(t *testing.T) {
	rules := single(t)
	for _, tt := range []struct{ spec, want string }{
		{"exec:", "the command is empty"},
		{"exec", "want exec:COMMAND"},
		{"exec:{bot", "the braces do not match"},
		{"exec:{a}b", "the braces do not match"},
		{"exec:a}b{", "the braces do not match"},
		{"exec:'bot", "an unclosed quote"},
		{"exec:bot:move=5", `option 1: move="5": want 1ms..24h`},
		{"exec:bot:moves=5s", `did you mean "move"?`},
		{"exec:./no-such-bot", "no such file"},
		{specOf(t, "hidden") + ":start=100ms", "no answer to hello within 100ms (option start)"},
		{specOf(t, "version"), "protocol 2, want 1"},
		{specOf(t, "tables"), "5000 tables, want 1 to 1024"},
		{specOf(t, "fields"), `fields of its hello: `},
		{specOf(t, "misreads"), `text of its hello: `},
		{"exec:true", "the program ended (exit status 0)"},
		{"exec:{echo hello}", "line 1 of its output"},
	} {
		p, err := openProgram(rules, tt.spec)
		if err == nil {
			p.Close()
		}
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Count(err.Error(), fmt.Sprintf("agent %q", tt.spec)) != 1 {
			t.Errorf("%s: error %v, want %q", tt.spec, err, tt.want)
		}
	}
	if _, _, err := catalog.OpenAgent(rules, "exec:bot"); err == nil || !strings.Contains(err.Error(), "an external program plays only in tournament") {
		t.Errorf("OpenAgent: error %v", err)
	}
}
