package arena

import "rummygym/env/game"

// Terms say how the results of a game are told: what its parts are called, and
// which statistics have a meaning. They follow from the rules and change no
// result. The zero value is that of a game in rounds which seat 0 begins and
// which players may drop.
type Terms struct {
	Game  string `json:"game,omitempty"`  // what is played to its end, "" for game
	Round string `json:"round,omitempty"` // what Outcome.Rounds counts, "" for round

	// Void is the ending of a game that has no result: neither a winner nor
	// gains. "" is none.
	Void game.Ending `json:"void,omitempty"`
	// AnyStarter is set unless seat 0 begins every game. The first-named has then
	// no advantage of moving first, and both orders of two agents count alike.
	AnyStarter bool `json:"any_starter,omitempty"`
	// NoDrops is set where no action leaves the game.
	NoDrops bool `json:"no_drops,omitempty"`
}

// Games returns what many games are called.
func (t Terms) Games() string {
	switch t.Game {
	case "":
		return "games"
	case "match":
		return "matches"
	}
	return t.Game + "s"
}

// Rounds returns what many rounds are called.
func (t Terms) Rounds() string {
	if t.Round == "" {
		return "rounds"
	}
	return t.Round + "s"
}
