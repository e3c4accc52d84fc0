package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"rummygym/arena"
	"rummygym/arena/stats"
	"rummygym/internal/table"
)

// Write writes a summary to w in the given format.
func Write(w io.Writer, s *arena.Summary, f table.Format) error {
	t := table.New(Columns(s), s.Pairs)
	d := document[arena.Pair]{key: "rummygym.tournament", setup: &s.Setup, agents: &s.Setup, table: t, text: func(out *text) { writeTables(out, s) }}
	d.about = table.Object{"setup", &s.Setup, "confidence", s.Settings.Confidence, "resamples", s.Settings.Resamples,
		"played", s.Played(), "players", table.New(playerColumns(s), s.Players), "pairs", t}
	if s.Against != nil {
		d.about = append(d.about, "z_tests", zTests(s.Against))
	}
	return d.write(w, f)
}

// playerColumns returns the columns of the results of each agent against the others, over all seats.
func playerColumns(s *arena.Summary) []table.Column[arena.Player] {
	var cols columns[arena.Player]
	cols.Text("name", "the agent", func(p *arena.Player) string { return p.Name })
	cols.Count("games", s.Terms.Games()+" played", func(p *arena.Player) int { return p.Games })
	cols.estimate("win_rate", "win_rate_se", "share of them won", "its standard error", func(p *arena.Player) stats.Estimate { return p.Win })
	cols.estimate("gain_mean", "gain_se", "mean gain, points", "its standard error", func(p *arena.Player) stats.Estimate { return p.Gain })
	if s.Retries {
		cols.Count("retries", "answers that were refused and asked for again", func(p *arena.Player) int { return p.Retries })
	}
	return cols.Columns
}

// Columns returns the columns of a summary, in order. They depend on the number of
// seats, on the endings that occurred and on the terms of the game: rounds_mean is
// hands_mean if rounds are hands, and drops and the first mover's advantage have columns
// only in games that have them. The columns of the skill matrices, which are the last
// ones, exist only for tournaments of all ordered pairs at two seats.
func Columns(s *arena.Summary) []table.Column[arena.Pair] {
	type pair = arena.Pair
	var cols columns[pair]
	within := fmt.Sprintf("%g %% interval", 100*s.Settings.Confidence)
	games, rounds, seats := s.Terms.Games(), s.Terms.Rounds(), arena.Ordinals[:s.Seats]

	for seat, o := range seats {
		cols.Text(o, "agent at seat "+fmt.Sprint(seat), func(p *pair) string { return p.Names[seat] })
	}
	cols.Seed("seed", "game i is episode i of a run with this seed", func(p *pair) uint64 { return p.Seed })
	cols.Count("games", games+" played", func(p *pair) int { return p.Rows })
	cols.Count("wins", games+" the first-named won", func(p *pair) int { return p.Wins.Successes })
	cols.Number("win_rate", "share of "+games+" the first-named won", func(p *pair) float64 { return p.Win.Value })
	cols.ends("win_rate", "its Wilson "+within, "", func(p *pair) stats.Interval { return p.WinInterval })
	null := fmt.Sprintf("1/%d", s.Seats)
	cols.Number("score", "mean score of the first-named: 1 for a win, "+null+" without a winner", func(p *pair) float64 { return p.Score.Value })
	cols.Number("score_z", "z of the score against "+null, func(p *pair) float64 { return p.Fair.Z })
	cols.Number("score_p", "its two-sided p-value", func(p *pair) float64 { return p.Fair.P })
	cols.Number("score_holm", "that after Holm's correction over all rows", func(p *pair) float64 { return p.FairHolm })
	cols.estimate("gain_mean", "gain_se", "mean gain of the first-named, points", "standard error of the mean gain", func(p *pair) stats.Estimate { return p.Gain })
	cols.ends("gain_mean", "the bootstrap "+within+" of the mean gain", "", func(p *pair) stats.Interval { return p.MeanGain })
	cols.Number("gain_median", "median gain of the first-named, points", func(p *pair) float64 { return p.Median })
	cols.ends("gain_median", "its bootstrap "+within, "", func(p *pair) stats.Interval { return p.MedianGain })
	cols.estimate(rounds+"_mean", rounds+"_se", "mean number of "+rounds, "its standard error", func(p *pair) stats.Estimate { return p.Rounds })
	cols.Number(rounds+"_median", "median number of "+rounds, func(p *pair) float64 { return p.MedianRounds })
	cols.Number(rounds+"_low", "2.5th percentile of the "+rounds, func(p *pair) float64 { return p.RoundsRange.Low })
	cols.Number(rounds+"_high", "97.5th percentile of the "+rounds, func(p *pair) float64 { return p.RoundsRange.High })
	cols.Number(rounds+"_limit_share", "share of "+games+" that reached the limit of "+rounds, func(p *pair) float64 { return p.AtLimit.Value() })
	cols.Number("turns_mean", "mean number of turns of all players together", func(p *pair) float64 { return p.Turns.Value })
	if s.Terms.Round != "" {
		cols.Number("turns_per_"+s.Terms.Round, "turns of all "+games+" over their "+rounds, func(p *pair) float64 { return p.TurnsPerRound })
	}
	for seat, o := range seats {
		if !s.Terms.NoDrops {
			cols.Count("drops_"+o, games+" the "+o+" dropped", func(p *pair) int { return p.Seats[seat].Drops })
		}
	}
	for seat, o := range seats {
		if s.Seats > 2 && seat > 0 { // with two seats, the values of the first imply those of the second
			cols.Count("wins_"+o, games+" the "+o+" won", func(p *pair) int { return p.Seats[seat].Wins.Successes })
			cols.Number("gain_mean_"+o, "mean gain of the "+o+", points", func(p *pair) float64 { return p.Seats[seat].Gain.Value })
		}
	}
	for seat, o := range seats {
		if s.Retries {
			cols.Count("retries_"+o, "answers of the "+o+" that were refused and asked for again", func(p *pair) int { return p.Seats[seat].Retries })
		}
	}
	cols.parts(&s.Setup, s.PartEndings, seats, func(p *pair, seat int) *arena.Parts { return p.Seats[seat].Parts })
	cols.endings(games, s.Endings, func(p *pair) *arena.Measure { return &p.Measure })
	if s.Skill != nil {
		skillColumns(&cols, s)
	}
	return cols.Columns
}

// skillColumns appends the columns of the first-mover adjustment, if there is a first
// mover, and of the win rate over both seats.
func skillColumns(cols *columns[arena.Pair], s *arena.Summary) {
	k := s.Skill
	matrix := func(name, doc string, m [][]arena.Effect) {
		at := func(p *arena.Pair) *arena.Effect { return &m[p.Lineup[0]][p.Lineup[1]] }
		cols.estimate(name, name+"_se", doc, "its standard error", func(p *arena.Pair) stats.Estimate { return at(p).Estimate })
		cols.Number(name+"_z", "its z against 1/2", func(p *arena.Pair) float64 { return at(p).Test.Z })
		cols.Number(name+"_p", "its two-sided p-value", func(p *arena.Pair) float64 { return at(p).Test.P })
		cols.Number(name+"_holm", "that after Holm's correction over all pairs of different agents", func(p *arena.Pair) float64 { return at(p).Holm })
	}
	if !s.Terms.AnyStarter {
		cols.estimate("advantage", "advantage_se", "first-mover advantage of the first-named: its win rate against itself less 1/2 (saha2025mindist, section VIII)", "its standard error",
			func(p *arena.Pair) stats.Estimate { return k.Advantage[p.Lineup[0]] })
		cols.estimate("pair_advantage", "pair_advantage_se", "first-mover advantage of the pair: (win rate of both when first, summed, less 1)/2", "its standard error",
			func(p *arena.Pair) stats.Estimate { return k.Pair[p.Lineup[0]][p.Lineup[1]] })
		matrix("adjusted", "win rate less advantage, Table I of saha2025mindist", k.Adjusted)
	}
	matrix("balanced", "win rate of the first-named over both seats", k.Balanced)
}

// zTests returns the JSON of the z-tests against a common opponent.
func zTests(a *arena.Against) table.Object {
	test := func(c arena.Effect) table.Object {
		return table.Object{"difference", table.Finite(c.Value), "se", table.Finite(c.StdErr), "z", table.Finite(c.Test.Z), "p", table.Finite(c.Test.P), "holm", table.Finite(c.Holm)}
	}
	var agents []table.Object
	for _, r := range a.Rows {
		agents = append(agents, table.Object{"name", r.Name, "games", r.Wins.Trials, "win_rate", table.Finite(r.Wins.Value()),
			"with_agent_before", test(r.Before), "with_opponent_itself", test(r.Itself)})
	}
	return table.Object{"opponent", a.Opponent, "agents", agents}
}

// writeTables writes the text tables of a summary.
func writeTables(out *text, s *arena.Summary) {
	writeHead(out, s)
	if len(s.Agents) > 1 {
		writePlayers(out, s)
	}
	if s.Skill != nil {
		title := "Win rate of the row, which moves first, against the column"
		if s.Terms.AnyStarter {
			title = "Win rate of the row, in seat 0, against the column"
		}
		writeMatrix(out, s, title, func(i, j int) string { return number(s.Skill.Rates[i][j].Value, 3) }, nil)
	}
	writePairs(out, s)
	writeEndings(out, s)
	if s.Skill != nil && len(s.Agents) > 1 {
		writeSkill(out, s)
	}
	if len(s.PartEndings) > 0 {
		writePlayerParts(out, s)
	}
	if s.Against != nil {
		writeAgainst(out, s)
	}
}

// writeHead writes the setup of the tournament.
func writeHead(out *text, s *arena.Summary) {
	what := "lineup"
	if s.Seats == 2 {
		what = "ordered pair"
	}
	deals := map[arena.Deals]string{
		arena.FreshDeals: "fresh deals for every lineup", arena.SeatDeals: "the same deals for all seat orders", arena.AllDeals: "the same deals for all lineups",
	}[s.Deals]
	out.printf("%s, rules %s, %s, %s each, seed %d, %s.\n",
		counted(len(s.Agents), "agent"), s.Rules, counted(len(s.Lineups), what), games(s.Games, s.Terms), s.Seed, deals)
	if n := s.Played(); n < s.Total() {
		out.printf("Not finished: %s of %s %s were played.\n", thousands(n), thousands(s.Total()), s.Terms.Games())
	}
}

// writePlayers writes who wins how much, and one row per agent, in descending order of the win rate.
func writePlayers(out *text, s *arena.Summary) {
	type player = arena.Player
	ranked := slices.Clone(s.Players)
	slices.SortStableFunc(ranked, func(a, b player) int {
		switch {
		case a.Win.Value > b.Win.Value:
			return -1
		case a.Win.Value < b.Win.Value:
			return 1
		}
		return 0 // also where nothing was played
	})
	first, against := &ranked[0], "the others"
	if len(ranked) == 2 {
		against = ranked[1].Name
	}
	out.printf("\n%s wins %s %% of its %s against %s and gains %s points a %s (± s.e.).\n", first.Name,
		inPercent(first.Win, 1), s.Terms.Games(), against, plusMinus(first.Gain, 1), cmp.Or(s.Terms.Game, "game"))
	out.printf("\nAgainst all others, from all seats\n\n")
	var v table.View[player]
	v.Add(func(p *player) []string {
		return []string{p.Name, strconv.Itoa(p.Games), plusMinus(p.Win, 3), plusMinus(p.Gain, 2)}
	}, "", s.Terms.Games(), "win rate ± s.e.", "mean gain ± s.e.")
	if s.Retries {
		v.Add(func(p *player) []string { return []string{strconv.Itoa(p.Retries)} }, "answers refused")
	}
	ruled(out, &v, ranked)
}

// longestHead is the maximum length, in characters, of a name that is used as the header
// of a matrix column.
const longestHead = 14

// writeMatrix writes a table with one row and one column per agent, and more columns. If a name is too
// long, the columns have numbers as headers.
func writeMatrix(out *text, s *arena.Summary, title string, cell func(i, j int) string, more func(v *table.View[int])) {
	out.printf("\n%s\n\n", title)
	long := slices.ContainsFunc(s.Agents, func(n string) bool { return utf8.RuneCountInString(out.short.Replace(n)) > longestHead })
	var v table.View[int]
	v.Add(func(i *int) []string {
		if long {
			return []string{fmt.Sprintf("%2d %s", *i+1, s.Agents[*i])}
		}
		return []string{s.Agents[*i]}
	}, "")
	var rows []int
	for j, name := range s.Agents {
		if long {
			name = strconv.Itoa(j + 1)
		}
		v.Add(func(i *int) []string { return []string{cell(*i, j)} }, name)
		rows = append(rows, j)
	}
	if more != nil {
		more(&v)
	}
	ruled(out, &v, rows)
}

// writePairs writes one row per lineup.
func writePairs(out *text, s *arena.Summary) {
	within, rounds := fmt.Sprintf("%g %%", 100*s.Settings.Confidence), s.Terms.Rounds()
	what := "rates, gains and drops"
	if s.Terms.NoDrops {
		what = "rates and gains"
	}
	out.printf("\nEvery lineup: %s of the first-named; [%s intervals], Wilson for rates, bootstrap for medians; %s 2.5–97.5 %%\n\n", what, within, rounds)
	type pair = arena.Pair
	var v table.View[pair]
	v.Add(func(p *pair) []string {
		return []string{lineupName(p), number(p.Win.Value, 3), interval(p.WinInterval, 3), pValue(p.Fair.P), pValue(p.FairHolm),
			plusMinus(p.Gain, 2), number(p.Median, 1), interval(p.MedianGain, 1), number(p.Rounds.Value, 1), number(p.MedianRounds, 1), span(p.RoundsRange)}
	}, "", "win rate", "", "p", "Holm", "mean gain ± s.e.", "median gain", "", "mean "+rounds, "median", "range")
	if s.RoundLimit > 0 {
		v.Add(func(p *pair) []string { return []string{percent(p.AtLimit.Value())} }, "at limit")
	}
	if s.Terms.NoDrops {
		v.Add(func(p *pair) []string { return []string{plusMinus(p.Turns, 2)} }, "mean turns ± s.e.")
	} else {
		v.Add(func(p *pair) []string {
			others := 0
			for _, seat := range p.Seats[1:] {
				others += seat.Drops
			}
			return []string{strconv.Itoa(p.Drops), strconv.Itoa(others)}
		}, "drops", "of others")
	}
	if s.Terms.Round != "" {
		v.Add(func(p *pair) []string { return []string{number(p.TurnsPerRound, 2)} }, "turns a "+s.Terms.Round)
	}
	ruled(out, &v, s.Pairs)
}

// lineupName returns the joined names of a lineup.
func lineupName(p *arena.Pair) string { return strings.Join(p.Names, " v ") }

// span returns the text of a range of counts.
func span(in stats.Interval) string {
	if table.Finite(in.Low) == nil {
		return "-"
	}
	return strconv.FormatFloat(in.Low, 'f', 0, 64) + "–" + strconv.FormatFloat(in.High, 'f', 0, 64)
}

// writeEndings writes how the games of each lineup ended, and if games may be void, their share
// and the shares of the endings of the other games.
func writeEndings(out *text, s *arena.Summary) {
	games, void := s.Terms.Games(), s.Terms.Void
	out.printf("\nHow %s ended\n\n", games)
	var counts, shares table.View[arena.Pair]
	share := func(n, of int) []string {
		return []string{inPercent(stats.Proportion{Successes: n, Trials: of}.Estimate(), 2)}
	}
	counts.Add(func(p *arena.Pair) []string { return []string{lineupName(p), strconv.Itoa(p.Rows)} }, "", games)
	shares.Add(func(p *arena.Pair) []string { return []string{lineupName(p)} }, "")
	shares.Add(func(p *arena.Pair) []string { return share(p.Endings[void], p.Rows) }, string(void))
	for _, e := range s.Endings {
		counts.Add(func(p *arena.Pair) []string { return []string{strconv.Itoa(p.Endings[e])} }, string(e))
		if e != void {
			shares.Add(func(p *arena.Pair) []string { return share(p.Endings[e], p.Rows-p.Endings[void]) }, string(e))
		}
	}
	ruled(out, &counts, s.Pairs)
	if void != "" {
		out.printf("\n%% void of all %s, and ends of those with a result, ± s.e.\n\n", games)
		ruled(out, &shares, s.Pairs)
	}
}

// starsMean is the legend of the stars.
const starsMean = "Stars: differs from 0.5 with p < .05 (*), .01 (**), .001 (***) after Holm's correction"

// writeSkill writes the skill matrices: adjusted for the first mover's advantage, if
// there is a first mover, and over both seats.
func writeSkill(out *text, s *arena.Summary) {
	k := s.Skill
	both := "Win rate of the row over both seats, stars as above"
	if s.Terms.AnyStarter {
		both = "Win rate of the row over both seats. " + starsMean
	} else {
		writeMatrix(out, s, "Without the first mover's advantage, as Table I of saha2025mindist: win rate of the row − a, where a is its win rate\nagainst itself − 0.5. "+starsMean,
			func(i, j int) string { return starred(k.Adjusted[i][j]) },
			func(v *table.View[int]) {
				v.Add(func(i *int) []string { return []string{plusMinus(k.Advantage[*i], 3)} }, "a ± s.e.")
			})
	}
	if s.Terms.Void != "" {
		both += fmt.Sprintf(";\n%s without a winner count half", s.Terms.Games())
	}
	writeMatrix(out, s, both, func(i, j int) string { return starred(k.Balanced[i][j]) }, nil)
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

// writePlayerParts writes the parts of the games of each agent against the others, or of a single
// agent against itself.
func writePlayerParts(out *text, s *arena.Summary) {
	var rows []partsRow
	for _, p := range s.Players {
		rows = append(rows, partsRow{[]string{p.Name}, p.Parts})
	}
	if len(rows) == 1 {
		rows[0] = partsRow{[]string{s.Agents[0] + ", seat 0"}, s.Pairs[0].Parts}
	}
	writeParts(out, &s.Setup, rows, "")
	for _, p := range s.Players {
		if p.Games > 0 && p.Parts.Parts == 0 {
			out.printf("\nAll %s of %s were forfeits, and no %s was scored.\n", games(p.Games, s.Terms), p.Name, s.Terms.Part)
		}
	}
}

// writeAgainst writes the z-tests against a common opponent.
func writeAgainst(out *text, s *arena.Summary) {
	a := s.Against
	out.printf("\nAgainst %s, as Table 2 of goldman2021evaluating: two-sided two-proportion z-tests with the agent of the row above, and with\n%s against itself; s.e. pooled, Holm's correction over the column\n\n", a.Opponent, a.Opponent)
	type row = arena.AgainstRow
	var v table.View[row]
	v.Add(func(r *row) []string { return []string{r.Name, number(r.Wins.Value(), 3), strconv.Itoa(r.Wins.Trials)} }, "", "win rate", s.Terms.Games())
	contrast := func(with string, of func(*row) *arena.Effect) {
		v.Add(func(r *row) []string {
			c := of(r)
			return []string{number(c.Value, 3), number(c.StdErr, 3), number(c.Test.Z, 3), pValue(c.Test.P), pValue(c.Holm)}
		}, with, "s.e.", "z", "p", "Holm")
	}
	contrast("with row above", func(r *row) *arena.Effect { return &r.Before })
	contrast("with itself", func(r *row) *arena.Effect { return &r.Itself })
	ruled(out, &v, a.Rows)
}
