// Package options describes settings: of the rules of a game, of a training or a
// tournament, of a command. An [Option] has a name, a meaning and the variable that holds
// its value; flags of the command line, keys of JSON and YAML files, keyword arguments in
// Python and tables of the documentation are made from it.
//
//	rules ─▶ options.List ─▶ flags, JSON, Python, docs
//
// The package knows no game.
package options
