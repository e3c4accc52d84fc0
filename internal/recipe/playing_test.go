package recipe_test

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/env/game"
	"rummygym/internal/must"
	"rummygym/internal/recipe"
	"rummygym/internal/table"
)

// runLine runs the recipe that a line names, with its options as NAME=VALUE, and its arguments.
func runLine(t *testing.T, line string) (recipe.Result, error) {
	t.Helper()
	var name string
	for _, n := range recipe.Names() {
		if strings.HasPrefix(line+" ", n+" ") {
			name = n
		}
	}
	r := must.Get(recipe.New(name))(t)
	var arguments []string
	for _, o := range r.Options() {
		if o.Argument {
			arguments = append(arguments, o.Name)
		}
	}
	for _, word := range strings.Fields(line[len(name):]) {
		name, value, _ := strings.Cut(word, "=")
		o := r.Options().Find(name)
		if o == nil {
			o, value = r.Options().Find(arguments[0]), word
		}
		if err := o.Set(value); err != nil {
			return nil, o.Refused("--"+o.Name, value, err)
		}
		o.Given = true
	}
	return r.Run(t.Context(), &recipe.Host{})
}

// found returns the result of a line.
func found[R recipe.Result](t *testing.T, line string) R {
	t.Helper()
	return must.Get(runLine(t, line))(t).(R)
}

// Small comparisons print these words. The number of workers changes nothing; the seed does.
func TestComparisonsPrint(t *testing.T) {
	for line, words := range map[string]string{
		"tournament agents=min-dist,random games=10 compare=authors compare=authors-drop same-deals=seats":             "2 agents, rules paper, 4 ordered pairs, 10 games each, seed 1, the same deals for all seat orders.|Win rate of the row, which moves first|min-dist v random|How games ended|Without the first mover's advantage|Beside the table authors:|Beside the table authors-drop:|joint 99 % for the 1 comparisons",
		"tournament agents=random:fold=1/3,min-score:drop=40 games=1 resamples=5":                                      "4 ordered pairs, 1 game each|1 random:fold=1/3|2 min-score:drop=40",
		"tournament agents=random games=2 seats=3 max-rounds=5 same-deals=all":                                         "rules paper seats=3 max-rounds=5, 1 lineup|the same deals for all lineups|random v random v random",
		"tournament game=gin-match agents=simple,stubborn games=5 compare=sigra-paper ztest=simple":                    "2 agents, rules eaai, 4 ordered pairs, 5 matches each|mean hands|turns a hand|How matches ended|Win rate of the row over both seats|Against simple, as Table 2 of goldman2021evaluating|Beside the table sigra-paper|Stubborn v Simple|for the 3 comparisons|-first mover|-drop|-round",
		"tournament game=gin agents=simple games=500":                                                                  "1 agent, rules eaai, 1 ordered pair, 500 hands each|How hands ended|void of all hands|knock|undercut",
		"ladder agents=min-dist-opp,min-score,random games=40 resamples=50 anchor=min-score slow=random slow-games=10": "3 agents, rules paper|min-score is 0.|Score of the row against the column|cycle",
		"eval min-dist-outs against=min-dist-opp,random games=40":                                                      "min-dist-outs, 40 games against each opponent: 20 deals, each played from both seats; seed 1.|\nRules paper\n|\nmin-dist-opp  |\nrandom  |win rate ± s.e.|gain ± s.e.|declared",
		"eval min-dist-outs against=min-score,min-dist+random preset=club seats=3 games=30":                            "30 games against 2 of each opponent: 10 deals, each played from all 3 seats; seed 1.|p of a win rate of 1/3.|Rules club seats=3|\nmin-dist + random  |third",
		"eval min-dist against=random games=4 preset=paper,released max-rounds=50":                                     "\nRules paper max-rounds=50\n|\nRules released max-rounds=50\n",
		"eval simple game=gin against=stubborn games=40":                                                               "simple, 40 hands against each opponent: 20 deals|knock|undercut",
		"eval min-dist against=random,min-dist-opp games=2000 sprt=0,60 alpha=0.1":                                     "at most 2,000 games|H0: at most 0.5000|H1: at least 0.5855|random ",
		"eval min-dist against=random games=2000 sprt-gain=0,10 gain-range=100":                                        "at most 2,000 games|Sequential test of the mean gain. H0: at most 0.00|H1: at least 10.00|random ",
	} {
		t.Run(line, func(t *testing.T) {
			one := inFormat(t, found[recipe.Result](t, line+" workers=1"), table.Readable)
			for word := range strings.SplitSeq(words, "|") {
				if without, absent := strings.CutPrefix(word, "-"); strings.Contains(one, without) == absent {
					t.Errorf("%q is missing (or, with a hyphen, is there) in\n%s", word, one)
				}
			}
			if three := inFormat(t, found[recipe.Result](t, line+" workers=3"), table.Readable); three != one {
				t.Errorf("three workers print\n%s\none\n%s", three, one)
			}
			if other := inFormat(t, found[recipe.Result](t, line+" seed=6"), table.CSV); other == text(t, found[recipe.Result](t, line)) {
				t.Error("another seed gives the same results")
			}
		})
	}
}

// A ladder has the figures of eval.
func TestComparisonsAgree(t *testing.T) {
	const games = " game=gin games=120 seed=5"
	rate := func(agent, against string) float64 {
		return found[*recipe.EvaluationResult](t, "eval "+agent+games+" against="+against).Evaluations[0].Rows[0].Win.Value
	}
	l := found[*recipe.LadderResult](t, "ladder agents=simple,random-unmelded,stubborn"+games)
	for k, r := range l.Rows[1:] {
		if got, want := l.Scores[0][k+1].Value, rate(l.Rows[0].Name, r.Name); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s takes %v from %s, in eval %v", l.Rows[0].Name, got, r.Name, want)
		}
	}
	e := found[*recipe.EvaluationResult](t, "eval simple against=random-unmelded,stubborn"+games).Evaluations[0]
	must.Equal(t, e.Rows[1].Win.Value, rate("simple", "stubborn"), "beside another opponent")
}

// Two equal players win half of the games of every deal, but not if only the learner may drop.
func TestEvaluationAgainstItself(t *testing.T) {
	const spec = "min-score:drop=40"
	row := func(drops string) arena.EvaluationRow {
		return found[*recipe.EvaluationResult](t, "eval "+spec+" against="+spec+",random games=200 drops="+drops).Evaluations[0].Rows[0]
	}
	for _, drops := range []string{"all", "none"} {
		if r := row(drops); r.Win.Value != 0.5 || r.Win.StdErr != 0 || r.Gain.Value != 0 || (r.Drops == 0) != (drops == "none") || r.Drops != r.Others.Drops {
			t.Errorf("drops %s: %+v", drops, r)
		}
	}
	if r := row("learner"); r.Opponent != spec+" without drops" || r.Drops == 0 || r.Others.Drops != 0 || r.Win.Value > 0.4 {
		t.Errorf("drops by the learner only: %+v", r)
	}
}

// A sequential test ends the games, at its bounds.
func TestEvaluationSequential(t *testing.T) {
	for i, r := range found[*recipe.EvaluationResult](t, "eval min-dist against=random,min-dist-opp games=2000 seed=3 sprt=0,60 alpha=0.1").Evaluations[0].Rows {
		if want := []stats.Decision{"H1", "H0"}[i]; r.Sequential.Decision() != want || r.Units >= 1000 {
			t.Errorf("against %s: %+v after %d deals, want %s", r.Opponent, r.Sequential, r.Units, want)
		}
	}
}

// The endings of hands of Gin Rummy, as the Java framework has them: knock 93.6 %, undercut 4.3 %, gin 2.1 % of
// the scored hands, 12.5 turns per hand (docs/rules-gin.md). The tolerances are four standard errors at 2,000 hands.
func TestTournamentGinHands(t *testing.T) {
	p := found[*recipe.TournamentResult](t, "tournament game=gin agents=simple games=2000").Pairs[0]
	void := float64(p.Endings["void"])
	share := func(ending string) float64 { return float64(p.Endings[game.Ending(ending)]) / (2000 - void) }
	for what, c := range map[string]struct{ got, want, tolerance float64 }{
		"knock": {share("knock"), .936, .022}, "undercut": {share("undercut"), .043, .018}, "gin": {share("gin"), .021, .013},
		"void": {void / 2000, .0016, .004}, "turns": {p.Turns.Value, 12.5, .5},
	} {
		if math.Abs(c.got-c.want) > c.tolerance {
			t.Errorf("%s: %.4f, want %.4f within %v", what, c.got, c.want, c.tolerance)
		}
	}
}

// The CSV file of one tournament is a reference table for the next.
func TestTournamentCompareOwn(t *testing.T) {
	const line = "tournament agents=min-dist,min-score games=30"
	path := filepath.Join(t.TempDir(), "own.csv")
	must.Do(t, os.WriteFile(path, []byte(text(t, found[recipe.Result](t, line))), 0o600))
	out := inFormat(t, found[recipe.Result](t, line+" compare="+path), table.Readable)
	if !strings.Contains(out, "Beside the table "+path) || !strings.Contains(out, "All skilled pairs: 0 of 4 outside, chi-square 0.0 with 4 degrees of freedom, p = 1.000.") || strings.Contains(out, "double cards") {
		t.Errorf("the comparison with an own table is\n%s", out)
	}
}

// A tournament replaces games only if it may; a resumed one finds the file that it wrote before it was killed.
func TestTournamentGamesOut(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "games.arrow")
	play := func(games int, more string) []byte {
		_, err := runLine(t, "tournament agents=random games="+strconv.Itoa(games)+more)
		must.Do(t, err)
		left, _ := os.ReadFile(path)
		return left
	}
	before := play(5, " games-out="+path)
	must.Refuse(runLine(t, "tournament agents=random games=6 games-out="+path))(t, "--overwrite")
	play(5, " checkpoint="+dir+"/checkpoint")
	must.Equal(t, string(play(5, " resume="+dir+"/checkpoint games-out="+path)), string(before), "the file after a resumed tournament")
	if after := play(6, " games-out="+path+" overwrite=true"); len(before) == 0 || string(after) == string(before) {
		t.Error("overwrite leaves the file as it was")
	}
}

// A ladder to which an agent is added later prints and stores what one of all agents does.
func TestLadderAddsAgents(t *testing.T) {
	path, whole := filepath.Join(t.TempDir(), "ladder"), filepath.Join(t.TempDir(), "whole")
	ladder := func(more string) string { return "ladder games=40 seed=3 resamples=50 agents=" + more }
	must.Get(runLine(t, ladder("min-dist,random checkpoint="+path)))(t)
	got := text(t, found[recipe.Result](t, ladder("min-score,min-dist,random resume="+path)))
	must.Equal(t, got, text(t, found[recipe.Result](t, ladder("min-score,min-dist,random checkpoint="+whole))), "added later")
	a, b := must.Get(os.ReadFile(path))(t), must.Get(os.ReadFile(whole))(t)
	must.Equal(t, string(a), string(b), "the file")
	must.Refuse(runLine(t, ladder("min-score,min-dist resume="+path)))(t, path, "games of min-score v random", "all old and new ones")
	a[len(a)/2] ^= 1
	must.Do(t, os.WriteFile(path, a, 0o666))
	must.Refuse(runLine(t, ladder("min-score,min-dist,random resume="+path)))(t, path, "the file is damaged")
}

// Recipes refuse values that they cannot mean, before they play.
func TestRecipesRefuse(t *testing.T) {
	text := filepath.Join(t.TempDir(), "text")
	must.Do(t, os.WriteFile(text, []byte("hello"), 0o600))
	places := strings.NewReplacer("TEXT", text)
	for _, c := range []struct{ line, want string }{
		{"eval nobody", `"nobody"`},
		{"eval simple", "choose the game gin"},
		{"eval min-dist against=nobody", "--against: agent \"nobody\""},
		{"eval min-dist against=random,min-dist-opp,random:fold=0", `--against: the agent "random:fold=0" is named twice`},
		{"eval min-dist against=min-dist,min-dist", `"min-dist" is named twice`},
		{"eval min-dist preset=club seats=3 games=8", "--games 8: want a multiple of 3"},
		{"eval min-dist preset=club seats=4 against=random+min-dist", "2 agents: want one, which takes all 3 other seats, or 3 joined by +"},
		{"eval min-dist preset=club seats=3 sprt=0,5", "the game has 3 seats"},
		{"eval min-dist preset=club seats=3 against=random,random", "named twice"},
		{"eval min-dist games=7", "--games 7: want an even number"},
		{"eval min-dist drops=off", "all or learner or none"},
		{"eval simple game=gin drops=none", "there are no drops in Gin Rummy"},
		{"eval min-dist preset=paper,paper", `"paper" is named twice`},
		{"eval min-dist resume=TEXTs", "start with --checkpoint TEXTs"},
		{"eval min-dist resume=TEXT checkpoint=other", "remove --checkpoint"},
		{"eval min-dist checkpoint=TEXT", "--resume TEXT"},
		{"eval min-dist sprt=0", "--sprt 0: want two numbers from -2000 to 2000, the smaller one first"},
		{"eval min-dist sprt=5,0", "--sprt 5,0: want two numbers"},
		{"eval min-dist sprt=0,nan", "--sprt 0,nan: want two numbers"},
		{"eval min-dist sprt=0,3000", "--sprt 0,3000: want two numbers"},
		{"eval min-dist sprt-gain=1,1", "--sprt-gain 1,1: want two numbers"},
		{"eval min-dist sprt=0,5 sprt-gain=0,1", "--sprt and --sprt-gain: want one of them"},
		{"eval min-dist sprt=0,5 alpha=0.5", "--alpha 0.5: want a probability above 0 and below 0.5"},
		{"eval min-dist sprt=0,5 beta=0", "--beta 0: want a probability"},
		{"eval min-dist sprt=0,5 gain-range=3", "--gain-range goes with --sprt-gain"},
		{"eval min-dist sprt-gain=0,5 gain-range=-1", "--gain-range -1: want a number"},
		{"eval min-dist preset=paper,poker", `--preset`},
		{"eval game=gin sigra confidence=2 against=simple", "--confidence 2"},
		{"eval game=gin sigra:vm=1 against=simple", `sigra has no option "vm"`},
		{"eval game=gin sigra:wm=11 against=simple", `wm="11": want a number from 0 to 10`},
		{"eval game=gin sigra:wm=1:wm=2 against=simple", `"wm" was given before`},
		{"eval game=gin sigra games=3 against=simple", "want an even number of at least 2"},
		{"tournament preset=poker", "--preset"},
		{"tournament same-deals=some", `"some"`},
		{"ladder agents=min-dist", "a ladder needs at least 2 agents, and has 1"},
		{"ladder agents=min-dist,nobody", `no agent "nobody"`},
		{"ladder agents=min-dist,min-dist", "named twice"},
		{"ladder games=3", "--games 3: want an even number"},
		{"ladder slow-games=0", "--slow-games 0: want an even number"},
		{"ladder slow=random slow-games=2000", "--slow-games 2000: want at most 1000"},
		{"ladder agents=min-dist,min-score slow=random", `--slow: the agent "random" does not take part`},
		{"ladder anchor=x", `--anchor: agent "x": no agent "x"`},
		{"ladder confidence=1", "--confidence 1: want a number between"},
		{"ladder resamples=0", "--resamples 0: want a whole number"},
		{"ladder seats=3 agents=min-dist,random", "3 seats: a ladder needs games with 2 seats"},
		{"tournament agents=min-dist,nobody", `"nobody"`},
		{"tournament agents=min-dist,min-dist:variant=paper", `"min-dist" is named twice`},
		{"tournament agents=", "--agents is empty"},
		{"tournament confidence=1", "--confidence 1"},
		{"tournament compare=nobody", "--compare: no table"},
		{"tournament resume=TEXTs", "start with --checkpoint TEXTs"},
		{"tournament resume=TEXT", "TEXT: the file is damaged"},
		{"tournament resume=TEXT checkpoint=other", "remove --checkpoint"},
		{"tournament checkpoint=TEXT", "--resume TEXT"},
		{"tournament agents=simple", "Gin Rummy knows it: choose the game gin"},
		{"tournament game=gin agents=min-dist", "Indian Rummy knows it: choose the game indian"},
		{"tournament game=whist", "indian or gin"},
		{"tournament game=gin agents=simple ztest=stubborn", `--ztest: arena: "stubborn" does not take part`},
		{"tournament game=gin agents=simple ztest=nobody", "--ztest: "},
		{"tournament game=gin agents=simple,stubborn same-deals=seats ztest=simple", "deals are shared"},
		{"tournament game=gin agents=simple compare=none", "sigra-paper, fitness-paper, gin-measured"},
		{"train cfr", "--out is missing"},
		{"train cfr out=x batch=0", "--batch 0"},
		{"collect out=TEXT", "--agents is missing"},
		{"collect agents=random out=TEXT", "names 1 agent, and the table has 2 seats"},
		{"collect agents=random,random preset=club seats=3 out=TEXT", "names 2 agents, and the table has 3 seats"},
		{"collect agents=random,nobody out=TEXT", `"nobody"`},
		{"collect agents=random,search:milliseconds=5 out=TEXT", "has a budget of time"},
		{"collect agents= out=TEXT", "--agents is empty"},
		{"collect agents=random,random compression=rar out=TEXT", `--compression: compression "rar"`},
		{"collect agents=random,random seating=swap out=TEXT", `--seating: seating "swap"`},
		{"collect agents=random,random final=all out=TEXT", `--final: final observations "all"`},
		{"collect agents=random,random fields=cards out=TEXT", `--fields: "cards" is not a group`},
		{"collect agents=random,random games=0 out=TEXT", "--games 0"},
		{"collect agents=random,random out=TEXT", "TEXT: not a directory: choose a folder (--out)"},
		{"collect agents=random,random preset=house out=TEXT", "--preset:"},
		{"collect out=x recipe=random-17", `--recipe: "random-17" is not a recipe`},
	} {
		_, err := runLine(t, places.Replace(c.line))
		if want := places.Replace(c.want); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one that contains %s", c.line, err, want)
		}
	}
}
