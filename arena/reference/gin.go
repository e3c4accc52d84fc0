package reference

import (
	"bytes"
	_ "embed" // the measured win rates
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
)

// ginReference holds win rates of the authors' programs, measured in the Java framework
// of the EAAI 2021 Gin Rummy challenge.
//
//go:embed data/gin-reference.csv
var ginReference []byte

// sigraTable is Table 3 of goldman2021evaluating, 500 matches per pair: the win rate of
// the agent of the row against that of the column.
var sigraTable = [5][5]float64{
	{.524},
	{.678, .508},
	{.674, .000, .512},
	{.692, .524, 1.000, .502},
	{.746, .578, .990, .510, .520},
}

// sigraAgents holds the agents of Table 3, in its order: the name in the table, the spec
// of the agent that the paper describes, and the spec of the program that played.
var sigraAgents = [5]struct{ label, described, program string }{
	{"Simple", "simple", "simple"},
	{"Stubborn", "stubborn", "stubborn"},
	{"MmdOpModel", "sigra:sk=off", "sigra:variant=september:sk=off"},
	{"StubbornMmd", "sigra:om=off", "sigra:variant=september:om=off"},
	{"SIGRA", "sigra", "sigra:variant=september"},
}

// sigraPaper returns Table 3 of goldman2021evaluating, both for the agents that the paper
// describes and for those of the program that played.
func sigraPaper() *Table {
	t := &Table{
		Name: "sigra-paper", EitherSeat: true,
		About: "Table 3 of goldman2021evaluating, 500 matches a pair; agents as described, and (variant=september) as the program behind it played",
	}
	for i, a := range sigraAgents {
		for j, b := range sigraAgents[:i+1] {
			t.add(Pair{First: a.described, Second: b.described, FirstLabel: a.label, SecondLabel: b.label, Games: 500, Win: sigraTable[i][j]})
			if i == j && a.label == "MmdOpModel" {
				continue // the program never knocks: its matches against itself ended by forfeit
			}
			t.add(Pair{First: a.program, Second: b.program, FirstLabel: a.label, SecondLabel: b.label, Games: 500, Win: sigraTable[i][j]})
		}
	}
	return t
}

// fitnessPaper returns the results of cardfitness2021. Of 10,000 games, Fitness + CFR won
// 7.8 % more than its opponent Independent Heuristics. Against the simple and the
// intermediate agent it won 4 % and 3 % more games than Independent Heuristics did.
func fitnessPaper() *Table {
	t := &Table{Name: "fitness-paper", EitherSeat: true, About: "cardfitness2021, up to 10,000 games a pair; agents as described, and as their released program plays"}
	for _, v := range []string{"", ":variant=released"} {
		t.add(Pair{First: "fitness" + v, Second: "independent-heuristics" + v, FirstLabel: "Fitness + CFR", SecondLabel: "Independent Heuristics", Games: 10_000, Win: (1 + .078) / 2})
		for _, o := range []struct {
			name string
			more float64
		}{{"simple", .04}, {"medium" + v, .03}} {
			t.Margins = append(t.Margins, Margin{First: "fitness" + v, Second: "independent-heuristics" + v, Opponent: o.name, Games: 10_000, Difference: o.more})
		}
	}
	return t
}

// ginPlayers maps the names of players in gin-reference.csv to our specs. The second
// spec, if any, is that of the player as its paper describes it: the measured program may
// differ from it, and the file has no row for it.
var ginPlayers = map[string][]string{
	"SIGRA (September class)":                    {"sigra:variant=september"},
	"SIGRA (Sept)":                               {"sigra:variant=september", "sigra"},
	"SIGRA, paper's formulas to the letter":      {"sigra"},
	"StubbornMmd (September class, MMD inert)":   {"sigra:variant=september:om=off"},
	"StubbornMmd (Sept)":                         {"sigra:variant=september:om=off"},
	"StubbornMmd (HEAD, MMD works)":              {"sigra:variant=head:om=off"},
	"StubbornMmd (HEAD)":                         {"sigra:variant=head:om=off", "sigra:om=off"},
	"StubbornMmd, formulas to the letter":        {"sigra:om=off"},
	"MmdOpModel (September class, never knocks)": {"sigra:variant=september:sk=off"},
	"MmdOpModel (Sept)":                          {"sigra:variant=september:sk=off"},
	"MmdOpModel (HEAD, knocks at <= 10)":         {"sigra:variant=head:sk=off"},
	"MmdOpModel (HEAD)":                          {"sigra:variant=head:sk=off", "sigra:sk=off"},
	"MmdOpModel, formulas to the letter":         {"sigra:sk=off"},
	"HEAD, SK + OM":                              {"sigra:variant=head:mmd=off", "sigra:mmd=off"},
	"HEAD, OM only":                              {"sigra:variant=head:sk=off:mmd=off", "sigra:sk=off:mmd=off"},
	"HEAD, MMD only":                             {"sigra:variant=head:sk=off:om=off", "sigra:sk=off:om=off"},
	"HEAD, none of the three":                    {"sigra:variant=head:sk=off:mmd=off:om=off", "sigra:sk=off:mmd=off:om=off"},
	"Stubborn (September class)":                 {"stubborn"},
	"Stubborn":                                   {"stubborn"},
	"Simple":                                     {"simple"},
	"ExperimentalPlayer (Truong's repository)":   {"late-knock"},
	"Medium (PSHPlayerBasePlayer)":               {"medium:variant=released", "medium"},
	"Medium":                                     {"medium:variant=released", "medium"},
	"Gallucci V4 (Fitness + CFR)":                {"fitness:variant=released"},
	"V4":                                         {"fitness:variant=released", "fitness"},
	"V4, CFR table off":                          {"fitness:variant=released:table=off", "fitness:table=off"},
	"V4, CFR index and stage repaired":           {"fitness"},
	"Gallucci V2":                                {"independent-heuristics:variant=released", "independent-heuristics"},
	"V2":                                         {"independent-heuristics:variant=released", "independent-heuristics"},
}

// ginMeasured returns the win rates measured with the authors' programs, for the players
// that this module implements.
func ginMeasured() (*Table, error) {
	rows, err := csv.NewReader(bytes.NewReader(ginReference)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("gin-reference.csv: %w", err)
	}
	t := &Table{Name: "gin-measured", EitherSeat: true, About: "measured with the authors' programs under the Java framework of the EAAI 2021 Gin Rummy challenge"}
	for i, r := range rows[1:] {
		first, second := ginPlayers[r[0]], ginPlayers[r[1]]
		if len(first) == 0 || len(second) == 0 {
			continue // a player without an implementation here, or "itself", which ended by forfeit
		}
		games, err := strconv.Atoi(r[2])
		if err != nil {
			return nil, fmt.Errorf("gin-reference.csv, line %d: %w", i+2, err)
		}
		percent, err := strconv.ParseFloat(r[3], 64)
		if err != nil {
			return nil, fmt.Errorf("gin-reference.csv, line %d: %w", i+2, err)
		}
		for k := range max(len(first), len(second)) {
			a, b := first[min(k, len(first)-1)], second[min(k, len(second)-1)]
			t.add(Pair{First: a, Second: b, FirstLabel: r[0], SecondLabel: r[1], Games: games, Win: percent / 100, PaperSays: r[6]})
		}
	}
	return t, nil
}

// add appends a pair unless the table has it.
func (t *Table) add(p Pair) {
	if !slices.ContainsFunc(t.Pairs, func(o Pair) bool { return o.First == p.First && o.Second == p.Second }) {
		t.Pairs = append(t.Pairs, p)
	}
}
