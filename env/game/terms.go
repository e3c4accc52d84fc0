package game

// Terms holds the names of the parts of a game in reports, and which statistics are
// meaningful. Terms follow from the rules and do not affect results. The zero value is for
// a game of rounds that seat 0 begins and in which players may drop.
type Terms struct {
	Game  string `json:"game,omitempty"`  // name of an episode, "" for game
	Round string `json:"round,omitempty"` // name of the unit of Outcome.Rounds, "" for round

	// Part is the name of a Part of the game, and Left that of its points left over. "" if
	// the game has no parts.
	Part string `json:"part,omitempty"`
	Left string `json:"left,omitempty"`

	// Void is the ending of a game without a winner and without gains. "" is none.
	Void Ending `json:"void,omitempty"`
	// AnyStarter is set if seat 0 does not begin every game. The first-named then has
	// no first-mover advantage, and both seat orders of two agents are equivalent.
	AnyStarter bool `json:"any_starter,omitempty"`
	// NoDrops is set if no action leaves the game.
	NoDrops bool `json:"no_drops,omitempty"`
}

// Games returns the plural of the name of an episode: "games" by default.
func (t Terms) Games() string {
	switch t.Game {
	case "":
		return "games"
	case "match":
		return "matches"
	}
	return t.Game + "s"
}

// Rounds returns the plural of the name of a round: "rounds" by default.
func (t Terms) Rounds() string {
	if t.Round == "" {
		return "rounds"
	}
	return t.Round + "s"
}
