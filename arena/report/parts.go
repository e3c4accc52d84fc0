package report

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"

	"rummygym/arena"
	"rummygym/env/game"
)

// partsColumns appends the columns of the parts of games, such as hands, of the seat or
// agent that the suffix names.
func partsColumns[R any](cols *columns[R], terms *game.Terms, endings []game.Ending, suffix string, of func(*R) *arena.Parts) {
	part := terms.Part
	for _, e := range endings {
		cols.count(part+"s_"+snake(string(e))+"_"+suffix, part+"s that the "+suffix+" ended so: "+string(e), func(r *R) int { return of(r).Ended[e] })
	}
	cols.count(part+"s_won_"+suffix, part+"s in which the "+suffix+" scored", func(r *R) int { return of(r).Won })
	cols.number("points_per_"+part+"_"+suffix, "mean points of the "+suffix+" in these", func(r *R) float64 { return of(r).PointsPerWin() })
	cols.number(terms.Left+"_"+suffix, "mean "+terms.Left+" of the "+suffix+" in the "+part+"s that it ended", func(r *R) float64 { return of(r).LeftPerEnd() })
}

// partsHead returns the headers of partsRow.
func partsHead(s *arena.Setup) []string {
	head := []string{s.Terms.Part + "s"}
	for _, e := range s.PartEndings {
		head = append(head, string(e))
	}
	return append(head, "by others", "by nobody", "scored", "points", s.Terms.Left)
}

// partsRow returns the number of parts, the shares that the agent ended in each way, that
// others and that nobody ended, the share in which it scored, the mean points of these, and
// the mean points left over in the parts that it ended.
func partsRow(s *arena.Setup, p *arena.Parts) []string {
	row := []string{strconv.Itoa(p.Parts)}
	for _, e := range s.PartEndings {
		row = append(row, percent(p.Share(e)))
	}
	return append(row, percent(float64(p.Parts-p.Enders()-p.Nobody)/float64(p.Parts)), percent(p.NobodyShare()), percent(p.WonShare()), number(p.PointsPerWin(), 2), number(p.LeftPerEnd(), 2))
}

// partsTitle explains the columns of partsRow.
func partsTitle(s *arena.Setup) string {
	part := s.Terms.Part
	return fmt.Sprintf("%ss: shares that the agent ended itself, by ending, that others ended, and nobody; share in which it scored, its mean points\nin these, and its mean %s in those that it ended", part, s.Terms.Left)
}

// writeParts writes the parts of the games of each agent against the others, or of a single
// agent against itself.
func writeParts(out *bufio.Writer, s *arena.Summary) {
	fmt.Fprintf(out, "\n%s\n\n", partsTitle(&s.Setup))
	var g grid
	g.add(append([]string{""}, partsHead(&s.Setup)...)...)
	g.line()
	if len(s.Agents) == 1 {
		g.add(append([]string{s.Agents[0] + ", seat 0"}, partsRow(&s.Setup, s.Pairs[0].Seats[0].Parts)...)...)
	} else {
		for _, p := range s.Players {
			g.add(append([]string{p.Name}, partsRow(&s.Setup, p.Parts)...)...)
		}
	}
	_ = g.writeTo(out) // a bufio.Writer keeps its error until Flush
	for _, p := range s.Players {
		if p.Games > 0 && p.Parts.Parts == 0 {
			fmt.Fprintf(out, "\nAll %s of %s were forfeits, and no %s was scored.\n", games(p.Games, s.Terms), p.Name, s.Terms.Part)
		}
	}
}

// evaluationParts returns the table of the parts of the games of an evaluation, with two
// rows per opponent.
func evaluationParts(e *arena.Evaluation) *grid {
	var g grid
	g.add(slices.Concat([]string{"against", "of"}, partsHead(&e.Setup))...)
	g.line()
	for i := range e.Rows {
		r := &e.Rows[i]
		for who, name := range []string{e.Agent, r.Opponent} {
			g.add(slices.Concat([]string{r.Opponent, name}, partsRow(&e.Setup, r.Parts[who]))...)
		}
	}
	return &g
}
