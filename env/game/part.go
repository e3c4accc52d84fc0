package game

// Part is the result of one part of an episode, such as a hand of a match.
type Part struct {
	Ending Ending
	Ender  Player // the player who ended it, such as the knocker, or NoPlayer
	Winner Player // the player who scored, or NoPlayer
	Points int    // points that the winner scored
	Left   int    // points of the cards that the ender had left over
}

// Parted is a State whose episodes consist of parts with results of their own. A State
// need not be one.
type Parted interface {
	State

	// PartEndings returns the endings of parts that an Ender brings about, at most
	// MaxPartEndings, in the order of reports. The caller owns the slice.
	PartEndings() []Ending

	// Parts returns the number of parts of the episode that have ended.
	Parts() int

	// LastPart returns the result of the part that ended last. It is the zero Part
	// before the first one ends.
	LastPart() Part
}

// MaxPartEndings is the largest number of endings of parts.
const MaxPartEndings = 5
