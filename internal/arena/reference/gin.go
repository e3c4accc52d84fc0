package reference

import (
	"bytes"
	"embed"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ginData holds win rates of players of Gin Rummy over both seats. The columns player_agents and opponent_agents name the agents here that
// are the player, separated by |: often the agent that the paper describes, and the variant that plays as the program does, which
// may differ. Rows of players without an agent here are left out.
//
//go:embed data/gin-reference.csv data/sigra-paper.csv data/fitness-paper.csv
var ginData embed.FS

// ginTables holds the tables of Gin Rummy by name. In sigra-paper the program of MmdOpModel has no matches against itself, because it
// never knocks: these ended by forfeit.
var ginTables = map[string]struct {
	file, about, rate string  // rate is the column of the win rate
	whole             float64 // the rate of a player who wins all
}{
	"sigra-paper":   {"sigra-paper", "Table 3 of goldman2021evaluating, 500 matches a pair; agents as described, and (variant=september) as the program behind it played", "win_rate", 1},
	"fitness-paper": {"fitness-paper", "cardfitness2021, up to 10,000 games a pair; agents as described, and as their released program plays", "win_rate", 1},
	"gin-measured":  {"gin-reference", "measured with the authors' programs under the Java framework of the EAAI 2021 Gin Rummy challenge", "win_percent", 100},
}

// openGin returns the table of Gin Rummy of that name.
func openGin(name string) (*Table, error) {
	of := ginTables[name]
	data, err := ginData.ReadFile("data/" + of.file + ".csv")
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s.csv: %w", of.file, err)
	}
	t := &Table{Name: name, EitherSeat: true, About: of.about}
	at := func(row []string, column string) string { return row[slices.Index(rows[0], column)] }
	for i, r := range rows[1:] {
		games, err := strconv.Atoi(at(r, "matches"))
		rate, err2 := strconv.ParseFloat(at(r, of.rate), 64)
		if err != nil || err2 != nil {
			return nil, fmt.Errorf("%s.csv, line %d: %q matches and %s %q: want numbers", of.file, i+2, at(r, "matches"), of.rate, at(r, of.rate))
		}
		first, second := strings.Split(at(r, "player_agents"), "|"), strings.Split(at(r, "opponent_agents"), "|")
		for k := range max(len(first), len(second)) {
			p := Pair{First: first[min(k, len(first)-1)], Second: second[min(k, len(second)-1)], FirstLabel: at(r, "player"), SecondLabel: at(r, "opponent"),
				Games: games, Win: rate / of.whole, PaperSays: at(r, "paper_says")}
			known := slices.ContainsFunc(t.Pairs, func(o Pair) bool { return o.First == p.First && o.Second == p.Second })
			if p.First != "" && p.Second != "" && !known {
				t.Pairs = append(t.Pairs, p)
			}
		}
	}
	if name != "fitness-paper" {
		return t, nil
	}
	// Against the simple and the intermediate agent, Fitness + CFR won 4 % and 3 % more games than Independent Heuristics did.
	for _, v := range []string{"", ":variant=released"} {
		m := Margin{First: "fitness" + v, Second: "independent-heuristics" + v, Games: 10_000}
		m.Opponent, m.Difference = "simple", .04
		t.Margins = append(t.Margins, m)
		m.Opponent, m.Difference = "medium"+v, .03
		t.Margins = append(t.Margins, m)
	}
	return t, nil
}
