package arena

import (
	"math"
	"testing"
)

// Table II of saha2025mindist: win rates of .56 and .58 in 1,000 games of each order give
// a first-mover advantage of 7 %, and .49 and .51 without it.
func TestSkillPaperTableII(t *testing.T) {
	s := Summarize(resultOf(FreshDeals, 1000, [][]int{{550, 560}, {580, 550}}), Settings{Resamples: 1})
	about(t, "advantage", s.Skill.Pair[0][1].Value, 0.07)
	about(t, "drop against no drop", s.Skill.Balanced[0][1].Value, 0.49)
	about(t, "no drop against drop", s.Skill.Balanced[1][0].Value, 0.51)
	if p := s.Skill.Balanced[0][1].Test.P; p < 0.3 {
		t.Errorf("p = %v, want at least .3: the paper finds no significant difference", p)
	}
}

// Table I of saha2025mindist is p[i][j] − a[i] with a[i] = p[i][i] − 1/2.
func TestSkillPaperTableI(t *testing.T) {
	s := Summarize(resultOf(FreshDeals, 1000, [][]int{{529, 495}, {572, 535}}), Settings{Resamples: 1})
	k := s.Skill
	about(t, "advantage of the first", k.Advantage[0].Value, 0.029)
	about(t, "adjusted", k.Adjusted[0][1].Value, 0.495-0.029)
	about(t, "adjusted the other way", k.Adjusted[1][0].Value, 0.572-0.035)
	about(t, "diagonal", k.Adjusted[1][1].Value, 0.5)
	se := math.Sqrt(0.495*0.505/1000 + 0.529*0.471/1000)
	about(t, "its error", k.Adjusted[0][1].StdErr, se)
	about(t, "its z", k.Adjusted[0][1].Test.Z, (0.495-0.529)/se)
	about(t, "Holm of the larger p", max(k.Adjusted[0][1].Holm, k.Adjusted[1][0].Holm), min(1, max(
		k.Adjusted[0][1].Test.P, k.Adjusted[1][0].Test.P, 2*min(k.Adjusted[0][1].Test.P, k.Adjusted[1][0].Test.P))))
	about(t, "Holm on the diagonal", k.Adjusted[0][0].Holm, math.NaN())
	about(t, "Holm of the one balanced test", k.Balanced[0][1].Holm, k.Balanced[0][1].Test.P)
	about(t, "Holm of its other half", k.Balanced[1][0].Holm, k.Balanced[0][1].Test.P)
}

// With shared deals the standard error of a difference is that of the differences per deal.
func TestSkillSharedDeals(t *testing.T) {
	// As first player, a wins the first 60 deals and b the first 50. Of the 100 deals the
	// first player wins both games of 50, a wins both games of 10, and the second player
	// wins both games of 40.
	shared := Summarize(resultOf(SeatDeals, 100, [][]int{{50, 60}, {50, 50}}), Settings{Resamples: 1})
	b := shared.Skill.Balanced[0][1]
	about(t, "balanced rate", b.Value, 0.55)
	sd := math.Sqrt((10*0.9*0.9 + 90*0.1*0.1) / 99)
	about(t, "its error", b.StdErr, sd/10/2)
	about(t, "its z", b.Test.Z, 0.05/(sd/20))
	fresh := Summarize(resultOf(FreshDeals, 100, [][]int{{50, 60}, {50, 50}}), Settings{Resamples: 1}).Skill.Balanced[0][1]
	if fresh.StdErr <= b.StdErr {
		t.Errorf("error %v with fresh deals, %v with shared ones: sharing should help here", fresh.StdErr, b.StdErr)
	}
}

func TestSkillNeedsAllPairs(t *testing.T) {
	if s := Summarize(mustPlay(t, raceConfig(3, 1)), Settings{Resamples: 1}); s.Skill != nil {
		t.Error("three seats have a skill matrix")
	}
	c := raceConfig(2, 1)
	c.Lineups = []Lineup{{0, 1}, {1, 0}}
	if s := Summarize(mustPlay(t, c), Settings{Resamples: 1}); s.Skill != nil {
		t.Error("two lineups of three agents have a skill matrix")
	}
}

func TestPlayers(t *testing.T) {
	s := Summarize(resultOf(FreshDeals, 100, [][]int{{50, 60, 70}, {50, 50, 50}, {40, 50, 50}}), Settings{Resamples: 1})
	p := s.Players[0]
	if p.Name != "a" || p.Games != 400 {
		t.Errorf("player %s with %d games, want a with 400", p.Name, p.Games)
	}
	about(t, "win rate over all seats", p.Win.Value, (0.6+0.7+0.5+0.6)/4)
	about(t, "mean gain over all seats", p.Gain.Value, (2+4+0+2)/4.0)
	k := s.Skill
	want := math.Hypot(k.Balanced[0][1].StdErr, k.Balanced[0][2].StdErr) / 2
	about(t, "its error", p.Win.StdErr, want)
	// At three seats the win rates of the seats of a lineup sum to 1.
	three := Summarize(mustPlay(t, raceConfig(3, 20)), Settings{Resamples: 1})
	total := 0.0
	for l, pair := range three.Pairs {
		for _, seat := range pair.Seats {
			total += seat.Wins.Value()
		}
		if math.Abs(total-float64(l+1)) > 1e-9 {
			t.Fatalf("the seats of lineup %v win %v of the games", pair.Lineup, total-float64(l))
		}
	}
}
