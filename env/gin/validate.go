package gin

import "fmt"

// The limits of [Rules].
const (
	maxPoints = 1000
	maxTarget = 100_000
	maxHands  = 100_000
	maxTurns  = 250
)

// Validate returns an error that names the first field out of its limits, or
// nil. It changes nothing.
func (r Rules) Validate() error {
	for _, f := range []struct {
		name      string
		value     int
		low, high int
	}{
		{"Episode", int(r.Episode), 0, int(Hand)},
		{"Starter", int(r.Starter), 0, int(SecondSeat)},
		{"KnockLimit", r.KnockLimit, 0, 100},
		{"GinBonus", r.GinBonus, 0, maxPoints},
		{"BigGinBonus", r.BigGinBonus, 0, maxPoints},
		{"UndercutBonus", r.UndercutBonus, 0, maxPoints},
		{"Target", r.Target, 1, maxTarget},
		{"GameBonus", r.GameBonus, 0, maxPoints},
		{"BoxBonus", r.BoxBonus, 0, maxPoints},
		{"MaxHands", r.MaxHands, 1, maxHands},
		{"MaxTurns", r.MaxTurns, 1, maxTurns},
		{"MaxUpcards", r.MaxUpcards, 0, maxTurns},
		{"LayOffLimit", r.LayOffLimit, 0, 10},
		{"KnockCard", int(r.KnockCard), 0, int(Oklahoma)},
		{"KnockOrder", int(r.KnockOrder), 0, int(KnockThenDiscard)},
		{"ThrowingBack", int(r.ThrowingBack), 0, int(ThrowBackAllowed)},
		{"Tie", int(r.Tie), 0, int(TieScoresNothing)},
		{"StockEnd", int(r.StockEnd), 0, int(WallKnock)},
		{"Repeat", int(r.Repeat), 0, int(RepeatEnds)},
		{"Melding", int(r.Melding), 0, int(ChosenMelds)},
		{"LayingOff", int(r.LayingOff), 0, int(ChosenLayOffs)},
		{"Answer", int(r.Answer), 0, int(LayOffsFirst)},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("gin: Rules.%s is %d, want %d to %d", f.name, f.value, f.low, f.high)
		}
	}
	switch {
	case r.LayingOff != ChosenLayOffs && r.Answer == LayOffsFirst:
		return fmt.Errorf("gin: Rules.Answer is %v with LayingOff %v, which comes after the melds: want LayingOff %v", r.Answer, r.LayingOff, ChosenLayOffs)
	case r.LayingOff != ChosenLayOffs && r.LayOffLimit != 0:
		return fmt.Errorf("gin: Rules.LayOffLimit is %d with LayingOff %v, which knows no limit: want LayingOff %v", r.LayOffLimit, r.LayingOff, ChosenLayOffs)
	}
	return nil
}
