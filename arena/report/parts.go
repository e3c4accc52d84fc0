package report

import (
	"bufio"
	"cmp"
	"fmt"
	"strconv"

	"rummygym/arena"
	"rummygym/env/game"
	"rummygym/table"
)

// partsColumns appends the columns of the parts of games, such as hands, of the seat or
// agent that the suffix names.
func partsColumns[R any](cols *columns[R], s *arena.Setup, endings []game.Ending, suffix string, of func(*R) *arena.Parts) {
	part, left := s.Terms.Part, s.Terms.Left
	if s.Seats > 2 {
		cols.Count(part+"s_"+suffix, part+"s in which the "+suffix+" took part", func(r *R) int { return of(r).Parts })
		cols.Count(part+"s_by_nobody_"+suffix, "those that no player ended", func(r *R) int { return of(r).Nobody })
	}
	for _, e := range endings {
		cols.Count(part+"s_"+snake(string(e))+"_"+suffix, part+"s that the "+suffix+" ended so: "+string(e), func(r *R) int { return of(r).Ended[e] })
	}
	cols.Count(part+"s_won_"+suffix, part+"s in which the "+suffix+" scored", func(r *R) int { return of(r).Won })
	cols.Number("points_per_"+part+"_"+suffix, "mean points of the "+suffix+" in these", func(r *R) float64 { return of(r).PointsPerWin() })
	if left != "" {
		cols.Number(left+"_"+suffix, "mean "+left+" of the "+suffix+" in the "+part+"s that it ended", func(r *R) float64 { return of(r).LeftPerEnd() })
	} else {
		cols.Number("paid_per_"+part+"_"+suffix, "mean points that the "+suffix+" paid in a "+part, func(r *R) float64 { return of(r).PaidPerPart() })
	}
}

// partsView appends the number of parts, the shares that the agent ended in each way, that others and
// that nobody ended, the share in which it scored, the mean points of these, and the mean points left
// over in the parts that it ended, or paid in a part.
func partsView[R any](v *table.View[R], s *arena.Setup, of func(*R) *arena.Parts) {
	v.Add(func(r *R) []string { return []string{strconv.Itoa(of(r).Parts)} }, s.Terms.Part+"s")
	for _, e := range s.PartEndings {
		v.Add(func(r *R) []string { return []string{percent(of(r).Share(e))} }, string(e))
	}
	v.Add(func(r *R) []string {
		p := of(r)
		others, last := float64(p.Parts-p.Enders()-p.Nobody)/float64(p.Parts), p.PaidPerPart()
		if s.Terms.Left != "" {
			last = p.LeftPerEnd()
		}
		return []string{percent(others), percent(p.NobodyShare()), percent(p.WonShare()), number(p.PointsPerWin(), 2), number(last, 2)}
	}, "by others", "by nobody", "scored", "points", cmp.Or(s.Terms.Left, "paid"))
}

// partsTitle explains the columns of partsView.
func partsTitle(s *arena.Setup) string {
	part, last := s.Terms.Part, "points that it paid, over all of them"
	if s.Terms.Left != "" {
		last = s.Terms.Left + " in those that it ended"
	}
	return fmt.Sprintf("%ss: shares that the agent ended itself, by ending, that others ended, and nobody; share in which it scored, its mean points\nin these, and its mean %s", part, last)
}

// writeParts writes the parts of the games of each agent against the others, or of a single
// agent against itself.
func writeParts(out *bufio.Writer, s *arena.Summary) {
	fmt.Fprintf(out, "\n%s\n\n", partsTitle(&s.Setup))
	rows := s.Players
	if len(s.Agents) == 1 {
		rows = []arena.Player{{Name: s.Agents[0] + ", seat 0", Parts: s.Pairs[0].Seats[0].Parts}}
	}
	var v table.View[arena.Player]
	v.Add(func(p *arena.Player) []string { return []string{p.Name} }, "")
	partsView(&v, &s.Setup, func(p *arena.Player) *arena.Parts { return p.Parts })
	v.Write(out, table.Ruled, rows)
	for _, p := range s.Players {
		if p.Games > 0 && p.Parts.Parts == 0 {
			fmt.Fprintf(out, "\nAll %s of %s were forfeits, and no %s was scored.\n", games(p.Games, s.Terms), p.Name, s.Terms.Part)
		}
	}
}

// writeEvaluationParts writes the parts of the games of an evaluation, with two rows per opponent.
func writeEvaluationParts(out *bufio.Writer, e *arena.Evaluation) {
	type row struct {
		opponent, of string
		parts        *arena.Parts
	}
	var rows []row
	for i := range e.Rows {
		r := &e.Rows[i]
		rows = append(rows, row{r.Opponent, e.Agent, r.Parts[0]}, row{r.Opponent, r.Opponent, r.Parts[1]})
	}
	var v table.View[row]
	v.Add(func(r *row) []string { return []string{r.opponent, r.of} }, "against", "of")
	partsView(&v, &e.Setup, func(r *row) *arena.Parts { return r.parts })
	v.Write(out, table.Ruled, rows)
}
