package cli

import (
	"rummygym"
	"rummygym/options"
)

// Game is the option game. The zero value is ready for Options.
type Game struct{ Format }

// Options returns the option.
func (f *Game) Options() options.List {
	f.Allowed = rummygym.GameNames()
	return options.List{options.New(f, "game", "game to play (default "+f.Allowed[0]+")").In("Rules")}
}

// GameType returns the chosen game, or the default game without the flag.
func (f *Game) GameType() *rummygym.GameType {
	if g, err := rummygym.GameByName(f.Chosen); err == nil {
		return g
	}
	return rummygym.Games()[0]
}
