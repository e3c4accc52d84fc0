package gin

// EAAI returns the rules of the framework of papers 001, 003 and 004: matches to
// 100.
func EAAI() Rules {
	return Rules{
		KnockLimit: 10, GinBonus: 25, UndercutBonus: 25, Target: 100, MaxHands: 1000, MaxTurns: 200,
	}
}
