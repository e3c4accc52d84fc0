package main

import (
	"github.com/spf13/pflag"

	"rummygym/cmd/internal/catalog"
)

// gameFlag is the flag --game. The zero value is ready for register.
type gameFlag struct{ formatFlag }

// register adds the flag to fs.
func (f *gameFlag) register(fs *pflag.FlagSet) {
	f.allowed = catalog.Names()
	fs.Var(f, "game", "game to play (default "+f.allowed[0]+")")
}

// rummy returns the game chosen, the default without the flag.
func (f *gameFlag) rummy() *catalog.Rummy {
	if g, err := catalog.ByName(f.chosen); err == nil {
		return g
	}
	return catalog.Rummies()[0]
}
