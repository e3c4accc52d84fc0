package main

import (
	"context"
	"encoding/json"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"rummygym/agents/arena"
	"rummygym/baselines"
	"rummygym/cmd/internal/catalog"
	"rummygym/datasets"
	"rummygym/env/game"
	"rummygym/env/gin"
)

func TestTournamentGin(t *testing.T) {
	args := []string{"--game", "gin", "--agents", "simple,stubborn,random-unmelded", "--games", "30", "--seed", "5", "--ztest", "simple", "--format", "json"}
	out := mustTournament(t, args...)
	var doc struct {
		Setup  arena.Setup
		Pairs  []map[string]any
		ZTests struct {
			Opponent string
			Agents   []struct {
				Name   string
				Games  int
				Itself map[string]any `json:"with_opponent_itself"`
			}
		} `json:"z_tests"`
	}
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	if s := doc.Setup; s.Game != "gin" || s.Rules != "eaai" || s.RoundLimit != 1000 || s.Terms != (arena.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}) {
		t.Errorf("setup %+v", s)
	}
	p := doc.Pairs[3]
	if len(doc.Pairs) != 9 || p["first"] != "stubborn" || p["second"] != "simple" || p["games"] != 30.0 || p["ending_match_won"] != 30.0 {
		t.Errorf("%d pairs, the fourth %v", len(doc.Pairs), p)
	}
	if hands, turns := p["hands_mean"].(float64), p["turns_per_hand"].(float64); hands < 4 || hands > 15 || turns < 8 || turns > 25 {
		t.Errorf("%v hands a match of %v turns each", hands, turns)
	}
	for _, absent := range []string{"drops_first", "advantage", "adjusted", "rounds_mean"} {
		if _, there := p[absent]; there {
			t.Errorf("matches have a column %s", absent)
		}
	}
	z := doc.ZTests
	if z.Opponent != "simple" || len(z.Agents) != 3 || z.Agents[1].Games != 60 || z.Agents[2].Itself["z"].(float64) > -2 || z.Agents[0].Itself["z"] != nil {
		t.Errorf("z-tests %+v", z)
	}
	for _, workers := range []string{"1", "3"} {
		if again := mustTournament(t, append(args, "--workers", workers)...); again != out {
			t.Errorf("%s workers give other bytes", workers)
		}
	}
	text := mustTournament(t, "--game", "gin", "--agents", "simple,stubborn", "--games", "5", "--compare", "sigra-paper", "--ztest", "simple")
	wantAll(t, text, "2 agents, rules eaai, 4 ordered pairs, 5 matches each", "mean hands", "turns a hand", "How matches ended",
		"Win rate of the row over both seats", "Against simple, as Table 2 of paper 001", "Beside the table sigra-paper", "Stubborn v Simple", "for the 3 comparisons")
	for _, absent := range []string{"first mover", "drop", "round"} {
		if strings.Contains(text, absent) {
			t.Errorf("the tables of matches speak of %q:\n%s", absent, text)
		}
	}
}

// One agent alone plays itself, and the ways in which hands end are counted.
func TestTournamentGinHands(t *testing.T) {
	args := []string{"--game", "gin", "--episode", "hand", "--agents", "simple", "--games", "2000"}
	wantAll(t, mustTournament(t, args...), "1 agents, rules eaai episode=hand, 1 ordered pairs, 2,000 hands each", "How hands ended", "void of all hands", "knock", "undercut")
	var doc struct{ Pairs []map[string]any }
	if err := json.Unmarshal([]byte(mustTournament(t, append(args, "--format", "json")...)), &doc); err != nil {
		t.Fatal(err)
	}
	// Measured under the framework: knock 93.6 %, undercut 4.3 %, gin 2.1 % of the
	// hands scored, 12.5 turns a hand (rules page). Four standard errors of 2,000.
	p := doc.Pairs[0]
	share := func(ending string) float64 { n, _ := p["ending_"+ending].(float64); return n / 2000 }
	for _, c := range []struct {
		what            string
		got, want, most float64
	}{
		{"knock", share("knock") / (1 - share("void")), .936, .022}, {"undercut", share("undercut") / (1 - share("void")), .043, .018},
		{"gin", share("gin") / (1 - share("void")), .021, .013}, {"void", share("void"), .0016, .004}, {"turns", p["turns_mean"].(float64), 12.5, .5},
	} {
		if d := c.got - c.want; d > c.most || d < -c.most {
			t.Errorf("%s: %.4f, measured %.4f", c.what, c.got, c.want)
		}
	}
}

// What a checkpoint keeps of matches is enough to print them.
func TestTournamentGinResumes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "matches.arrow")
	args := []string{"--game", "gin", "--preset", "classic", "--agents", "simple,random-unmelded", "--games", "10"}
	want := mustTournament(t, append(args, "--checkpoint", path)...)
	if got := mustTournament(t, append(args, "--resume", path)...); got != want {
		t.Errorf("resumed, it prints\n%s\nand undisturbed\n%s", got, want)
	}
	_, _, err := tournament(context.Background(), append(args, "--resume", path, "--preset", "eaai")...)
	if err == nil || !strings.Contains(err.Error(), "rules classic where eaai is asked for") {
		t.Errorf("resumed under other rules: %v", err)
	}
}

func TestTournamentGinErrors(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--agents", "simple"}, "Gin Rummy knows it: add --game gin"},
		{[]string{"--game", "gin", "--agents", "min-dist"}, "Indian Rummy knows it: add --game indian"},
		{[]string{"--game", "whist"}, "indian or gin"},
		{[]string{"--game", "gin", "--agents", "simple", "--ztest", "stubborn"}, `--ztest: arena: "stubborn" does not take part`},
		{[]string{"--game", "gin", "--agents", "simple", "--ztest", "nobody"}, "--ztest: "},
		{[]string{"--game", "gin", "--agents", "simple,stubborn", "--same-deals", "--ztest", "simple"}, "deals are shared"},
		{[]string{"--game", "gin", "--agents", "simple", "--compare", "none"}, "sigra-paper, fitness-paper, gin-measured"},
	} {
		_, _, err := tournament(context.Background(), c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one that says %q", c.args, err, c.want)
		}
	}
}

func TestAgentsGin(t *testing.T) {
	out := succeed(t, "agents", "--game", "gin")
	for _, e := range baselines.List(baselines.Gin) {
		wantAll(t, out, "\n"+e.Name+" ")
	}
	wantAll(t, fail(t, "agents", "--game", "chess"), "chess", "indian or gin")
}

// recordedGin collects matches to 40 of sigra against simple and returns the folder.
func recordedGin(t *testing.T, more ...string) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	succeed(t, append([]string{"collect", "--game", "gin", "--target", "40", "--agents", "sigra,simple", "--games", "12", "--seed", "4", "--shard-games", "8",
		"--fields", "cards-and-counts,deadwood", "--out", dir}, more...)...)
	return dir
}

func TestCollectGin(t *testing.T) {
	dir := recordedGin(t)
	wantAll(t, succeed(t, "dataset", "info", dir), "GinRummy-v0", "sigra simple, seating rotate, seed 4", `"target":40`, "cards-and-counts,deadwood")
	wantAll(t, succeed(t, "dataset", "validate", dir, "--replay"), "2 shards, 12 episodes", "12 episodes replayed: all as they should be")
	wantAll(t, succeed(t, "dataset", "head", dir, "-n", "1", "--columns", "phase,obs_deadwood,ending"), "first-upcard", "match-won")
	other := recordedGin(t, "--seed", "5", "--format", "parquet", "--final", "none")
	all := filepath.Join(t.TempDir(), "all")
	succeed(t, "dataset", "merge", "--out", all, dir, other)
	wantAll(t, succeed(t, "dataset", "validate", all, "--replay"), "24 episodes replayed")
	stream := filepath.Join(t.TempDir(), "stream")
	succeed(t, "dataset", "convert", "--out", stream, "--format", "stream", other)
	wantAll(t, succeed(t, "dataset", "validate", stream, "--replay"), "12 episodes replayed")
	wantAll(t, fail(t, "dataset", "merge", "--out", filepath.Join(t.TempDir(), "x"), dir, recorded(t)), "env: IndianRummy-v0")
	wantAll(t, fail(t, "collect", "--game", "gin", "--agents", "simple", "--out", "x"), "1 agents", "2 seats: name one a seat\n")
	wantAll(t, fail(t, "collect", "--game", "gin", "--agents", "simple,simple", "--fields", "smell", "--out", "x"), `--fields: "smell"`, "almost-melds")
	wantAll(t, fail(t, "collect", "--game", "gin", "--agents", "", "--out", "x"), "--agents is empty", "--game gin")
}

// Every preset can be recorded with every field, or with none, and played again.
func TestCollectGinPresets(t *testing.T) {
	for _, preset := range gin.PresetNames() {
		for _, fields := range []string{"all", "none"} {
			dir := recordedGin(t, "--preset", preset, "--episode", "hand", "--games", "20", "--fields", fields, "--final", "rows")
			wantAll(t, succeed(t, "dataset", "validate", dir, "--replay"), "20 episodes replayed")
			wantAll(t, succeed(t, "dataset", "info", dir), "fields                            "+fields)
		}
	}
	out := succeed(t, "dataset", "schema", "--game", "gin", "--fields", "none")
	if strings.Contains(out, datasets.ObservationPrefix) || !strings.Contains(out, "| `mask` | bool | [241] |") {
		t.Errorf("the schema without fields is\n%s", out)
	}
	wantAll(t, succeed(t, "dataset", "schema", "--game", "gin"), "`obs_deadwood_after_discard`")
}

func TestReplayGin(t *testing.T) {
	dir := recordedGin(t)
	golden(t, "replay-gin.txt", succeed(t, "replay", dir, "--episode", "2"))
	golden(t, "replay-gin-seat.txt", succeed(t, "replay", dir, "--episode", "2", "--seat", "1"))
	hands := recordedGin(t, "--episode", "hand", "--preset", "openspiel")
	wantAll(t, succeed(t, "replay", hands, "--episode", "0"), " rounds\n")

	g, err := gin.New(gin.EAAI())
	if err != nil {
		t.Fatal(err)
	}
	d, err := datasets.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Find(3, func(e datasets.Episode) error {
		lines := strings.Split(strings.TrimSpace(succeed(t, "replay", dir, "--episode", "3", "--format", "json", "--seat", "0")), "\n")
		if len(lines) != e.To-e.From+1 {
			t.Fatalf("%d lines, want %d decisions and the end", len(lines), e.To-e.From)
		}
		for i, line := range lines[:len(lines)-1] {
			var m replayMove
			if err := json.Unmarshal([]byte(line), &m); err != nil {
				return err
			}
			row := e.From + i
			a, err := g.ParseAction(m.Action)
			if err != nil || uint16(a) != e.Action[row] || m.Number != e.Action[row] || m.Seat != e.Player[row] || m.Phase != e.Phase(row) {
				t.Errorf("move %d is %+v (%v)", i, m, err)
			}
			cards := map[bool]int{false: 10, true: 11}[m.Phase == "discard"]
			if m.Seat != 0 {
				cards = 0
			}
			if len(m.Hand) != cards {
				t.Errorf("move %d of seat %d in phase %s shows seat 0 %d cards, want %d", i, m.Seat, m.Phase, len(m.Hand), cards)
			}
		}
		var end replayEnd
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &end); err != nil {
			return err
		}
		if !end.Over || end.Ending != gin.MatchWon || end.Gains[0]+end.Gains[1] != 0 || int32(end.Rounds) != e.Rounds[e.From] {
			t.Errorf("the end is %+v", end)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestGinRulesComeBack(t *testing.T) {
	for _, name := range gin.PresetNames() {
		r, err := gin.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		r.KnockCard, r.Target = gin.Oklahoma, 250
		got, err := parseDatasetRules(catalog.Gin, datasetRules(&catalog.GinRules{Rules: r}))
		if err != nil || !reflect.DeepEqual(got, &catalog.GinRules{Rules: r}) {
			t.Errorf("%s: rules %+v come back as %+v (%v)", name, r, got, err)
		}
	}
}

// What a tournament is told follows from the rules.
func TestGinTerms(t *testing.T) {
	for _, c := range []struct {
		change func(*gin.Rules)
		limit  int
		want   arena.Terms
	}{
		{func(*gin.Rules) {}, 1000, arena.Terms{Game: "match", Round: "hand", AnyStarter: true, NoDrops: true}},
		{func(r *gin.Rules) { r.Starter, r.MaxHands = gin.FirstSeat, 9 }, 9, arena.Terms{Game: "match", Round: "hand", NoDrops: true}},
		{func(r *gin.Rules) { r.Episode = gin.Hand }, 0, arena.Terms{Game: "hand", Void: gin.Void, AnyStarter: true, NoDrops: true}},
	} {
		r := catalog.GinRules{Rules: gin.EAAI()}
		c.change(&r.Rules)
		var got arena.Config
		setTerms(&got, &r)
		if got.Terms != c.want || got.RoundLimit != c.limit || got.Drop != game.NoAction {
			t.Errorf("%+v: terms %+v, limit %d, drop %d; want %+v, %d and none", r.Rules, got.Terms, got.RoundLimit, got.Drop, c.want, c.limit)
		}
	}
}
