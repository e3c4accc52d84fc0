package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"rummygym/agents/arena"
)

// longestHead is the longest name that still heads a column of a matrix.
const longestHead = 14

// writeTables writes the tables for reading.
func writeTables(w io.Writer, s *arena.Summary) error {
	out := bufio.NewWriter(w)
	writeHead(out, s)
	if s.Skill != nil {
		writeMatrix(out, s, "Win rate of the row, which moves first, against the column", nil, func(i, j int) string {
			return number(s.Skill.Rates[i][j].Value(), 3)
		})
	}
	writePairs(out, s)
	writeEndings(out, s)
	if s.Skill != nil && len(s.Agents) > 1 {
		writeSkill(out, s)
	}
	writePlayers(out, s)
	return out.Flush()
}

// writeHead says what was played.
func writeHead(out *bufio.Writer, s *arena.Summary) {
	what := "lineups"
	if s.Seats == 2 {
		what = "ordered pairs"
	}
	deals := map[arena.Deals]string{
		arena.FreshDeals: "fresh deals for every lineup", arena.SeatDeals: "the same deals for all seat orders", arena.AllDeals: "the same deals for all lineups",
	}[s.Deals]
	fmt.Fprintf(out, "%d agents, rules %s, %d %s, %s games each, seed %d, %s.\n",
		len(s.Agents), s.Rules, len(s.Lineups), what, thousands(s.Games), s.Seed, deals)
	if n := s.Played(); n < s.Total() {
		fmt.Fprintf(out, "Not finished: %s of %s games were played.\n", thousands(n), thousands(s.Total()))
	}
}

// writeMatrix writes a table with a row and a column an agent, and further
// columns after these. Long names are numbered.
func writeMatrix(out *bufio.Writer, s *arena.Summary, title string, after []string, cell func(i, j int) string, more ...func(i int) string) {
	fmt.Fprintf(out, "\n%s\n\n", title)
	long := slices.ContainsFunc(s.Agents, func(n string) bool { return utf8.RuneCountInString(n) > longestHead })
	var g grid
	head := []string{""}
	for j, name := range s.Agents {
		if long {
			name = strconv.Itoa(j + 1)
		}
		head = append(head, name)
	}
	g.add(append(head, after...)...)
	g.line()
	for i, name := range s.Agents {
		if long {
			name = fmt.Sprintf("%2d %s", i+1, name)
		}
		row := []string{name}
		for j := range s.Agents {
			row = append(row, cell(i, j))
		}
		for _, f := range more {
			row = append(row, f(i))
		}
		g.add(row...)
	}
	_ = g.writeTo(out) // a bufio.Writer keeps its error until Flush
}

// writePairs writes a row a lineup.
func writePairs(out *bufio.Writer, s *arena.Summary) {
	within := fmt.Sprintf("%g %%", 100*s.Settings.Confidence)
	fmt.Fprintf(out, "\nEvery lineup: rates, gains and drops of the first-named; [%s intervals], Wilson for rates, bootstrap for medians; rounds 2.5–97.5 %%\n\n", within)
	var g grid
	g.add("", "win rate", "", "p", "Holm", "mean gain ± s.e.", "median gain", "", "mean rounds", "median", "range", "at limit", "drops", "of others")
	g.line()
	for l := range s.Pairs {
		p := &s.Pairs[l]
		others := 0
		for _, seat := range p.Seats[1:] {
			others += seat.Drops
		}
		g.add(lineupName(p), number(p.Seats[0].Wins.Value(), 3), interval(p.Win, 3), pValue(p.Fair.P), pValue(p.FairAll),
			plusMinus(p.Seats[0].Gain, 2), number(p.Median, 1), interval(p.MedianGain, 1),
			number(p.Rounds.Value, 1), number(p.MedianRounds, 1), span(p.RoundsRange.Low, p.RoundsRange.High),
			percent(p.AtLimit.Value()), strconv.Itoa(p.Seats[0].Drops), strconv.Itoa(others))
	}
	_ = g.writeTo(out)
}

// writeEndings writes how the games of each lineup ended.
func writeEndings(out *bufio.Writer, s *arena.Summary) {
	fmt.Fprint(out, "\nHow games ended\n\n")
	var g grid
	head := []string{"", "games"}
	for _, e := range s.Endings {
		head = append(head, string(e))
	}
	g.add(head...)
	g.line()
	for l := range s.Pairs {
		p := &s.Pairs[l]
		row := []string{lineupName(p), strconv.Itoa(p.Games)}
		for _, e := range s.Endings {
			row = append(row, strconv.Itoa(p.Endings[e]))
		}
		g.add(row...)
	}
	_ = g.writeTo(out)
}

// writeSkill writes the two matrices without the first mover's advantage.
func writeSkill(out *bufio.Writer, s *arena.Summary) {
	k := s.Skill
	writeMatrix(out, s, "Without the first mover's advantage, as Table I of paper 000: win rate of the row − a, where a is its win rate\nagainst itself − 0.5. Stars: differs from 0.5 with p < .05 (*), .01 (**), .001 (***) after Holm's correction",
		[]string{"a ± s.e."}, func(i, j int) string { return starred(k.Adjusted[i][j]) },
		func(i int) string { return plusMinus(k.Advantage[i], 3) })
	writeMatrix(out, s, "Win rate of the row over both seats, stars as above",
		nil, func(i, j int) string { return starred(k.Balanced[i][j]) })
}

// writePlayers writes a row an agent, the best first.
func writePlayers(out *bufio.Writer, s *arena.Summary) {
	fmt.Fprint(out, "\nAgainst all others, from all seats\n\n")
	var g grid
	g.add("", "games", "win rate ± s.e.", "mean gain ± s.e.")
	g.line()
	ranked := slices.Clone(s.Players)
	slices.SortStableFunc(ranked, func(a, b arena.Player) int {
		switch {
		case a.Win.Value > b.Win.Value:
			return -1
		case a.Win.Value < b.Win.Value:
			return 1
		}
		return 0
	})
	for _, p := range ranked {
		g.add(p.Name, strconv.Itoa(p.Games), plusMinus(p.Win, 3), plusMinus(p.Gain, 2))
	}
	_ = g.writeTo(out)
}

// lineupName joins the names of a lineup.
func lineupName(p *arena.Pair) string {
	name := p.Names[0]
	for _, n := range p.Names[1:] {
		name += " v " + n
	}
	return name
}

// starred returns a rate with stars for its corrected p-value.
func starred(e arena.Effect) string {
	stars := "   "
	switch {
	case e.Holm < 0.001:
		stars = "***"
	case e.Holm < 0.01:
		stars = "** "
	case e.Holm < 0.05:
		stars = "*  "
	}
	return number(e.Value, 3) + " " + stars
}

// pValue returns the text of a p-value: three places, or the power of ten.
func pValue(p float64) string {
	switch {
	case math.IsNaN(p):
		return "-"
	case p >= 0.001:
		return number(p, 3)
	case p == 0:
		return "0"
	}
	return strconv.FormatFloat(p, 'e', 0, 64)
}

// percent returns a share as a percentage, "-" if there is none.
func percent(v float64) string {
	if finite(v) == nil {
		return "-"
	}
	return number(100*v, 1) + " %"
}

// span returns the text of a range of counts.
func span(low, high float64) string {
	if finite(low) == nil {
		return "-"
	}
	return strconv.FormatFloat(low, 'f', 0, 64) + "–" + strconv.FormatFloat(high, 'f', 0, 64)
}

// thousands returns n with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
