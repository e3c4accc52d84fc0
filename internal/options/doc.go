// Package options describes settings: of the rules of a game, of a training run or a
// tournament, of a command. An [Option] has a name, a meaning, the values it takes and the
// variable that holds its value; flags of the command line, keys of JSON files,
// keyword arguments in Python and tables of the documentation are made from it.
//
//	type run struct {
//		Games int    `option:"games" default:"64" range:"1:1000" doc:"number of games"`
//		Kind  string `option:"kind" words:"adam|sgd" doc:"optimizer (default adam)"`
//	}
//	list := options.Bind(&r) // flags, JSON, docs
//
// Options of rules are [Number] and [Choice]. The package knows no game and no command line.
package options
