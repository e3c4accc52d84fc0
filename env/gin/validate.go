package gin

import "fmt"

// The limits of [Rules].
const (
	maxPoints = 1000
	maxTarget = 100_000
	maxHands  = 100_000
	maxTurns  = 250
)

// Validate returns an error that names the first option out of range, or nil.
func (r Rules) Validate() error {
	for _, f := range []struct {
		name      string
		value     int
		low, high int
	}{
		{"episode", int(r.Episode), 0, int(Hand)},
		{"starter", int(r.Starter), 0, int(SecondSeat)},
		{"knock-limit", r.KnockLimit, 0, 100},
		{"gin-bonus", r.GinBonus, 0, maxPoints},
		{"big-gin-bonus", r.BigGinBonus, 0, maxPoints},
		{"undercut-bonus", r.UndercutBonus, 0, maxPoints},
		{"target", r.Target, 1, maxTarget},
		{"game-bonus", r.GameBonus, 0, maxPoints},
		{"box-bonus", r.BoxBonus, 0, maxPoints},
		{"max-hands", r.MaxHands, 1, maxHands},
		{"max-turns", r.MaxTurns, 1, maxTurns},
		{"max-upcards", r.MaxUpcards, 0, maxTurns},
		{"lay-off-limit", r.LayOffLimit, 0, 10},
		{"knock-card", int(r.KnockCard), 0, int(Oklahoma)},
		{"knock-order", int(r.KnockOrder), 0, int(KnockThenDiscard)},
		{"throwing-back", int(r.ThrowingBack), 0, int(ThrowBackAllowed)},
		{"tie", int(r.Tie), 0, int(TieScoresNothing)},
		{"stock-end", int(r.StockEnd), 0, int(WallKnock)},
		{"repeat", int(r.Repeat), 0, int(RepeatEnds)},
		{"melding", int(r.Melding), 0, int(ChosenMelds)},
		{"laying-off", int(r.LayingOff), 0, int(ChosenLayOffs)},
		{"answer", int(r.Answer), 0, int(LayOffsFirst)},
	} {
		if f.value < f.low || f.value > f.high {
			return fmt.Errorf("gin: option %s is %d: want %d to %d", f.name, f.value, f.low, f.high)
		}
	}
	switch {
	case r.LayingOff != ChosenLayOffs && r.Answer == LayOffsFirst:
		return fmt.Errorf("gin: option answer is %v, and laying-off %v comes after the melds: want laying-off %v", r.Answer, r.LayingOff, ChosenLayOffs)
	case r.LayingOff != ChosenLayOffs && r.LayOffLimit != 0:
		return fmt.Errorf("gin: option lay-off-limit is %d, and laying-off %v has no limit: want laying-off %v", r.LayOffLimit, r.LayingOff, ChosenLayOffs)
	}
	return nil
}
