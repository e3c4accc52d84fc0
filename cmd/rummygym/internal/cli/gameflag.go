package cli

import (
	"github.com/spf13/pflag"

	"rummygym"
)

// Game is the flag --game. The zero value is ready for Register.
type Game struct{ Format }

// Register adds the flag to fs.
func (f *Game) Register(fs *pflag.FlagSet) {
	f.Allowed = rummygym.GameNames()
	fs.Var(f, "game", "game to play (default "+f.Allowed[0]+")")
}

// GameType returns the chosen game, or the default game without the flag.
func (f *Game) GameType() *rummygym.GameType {
	if g, err := rummygym.GameByName(f.Chosen); err == nil {
		return g
	}
	return rummygym.Games()[0]
}
