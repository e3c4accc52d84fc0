// Package catalog constructs the parts of the gym by name: games by preset and options,
// agents by spec, encoders by groups of fields, and tables that package datasets records.
//
//	g, err := catalog.NewGame("indian", "club seats=4")
//	agent, err := catalog.NewAgent("min-dist-opp:drop=5", g)
//	x, err := catalog.NewEncoder(g, "cards-and-counts,distance")
//
// The packages that use them:
//
//	NewGame ──▶ game.Game ──▶ env.New, env.NewSingle, env.NewVector   step it
//	NewAgent ─▶ game.Agent ─▶ agents.NewTable, arena.Tournament       let agents play
//	NewTable ─▶ game.Table ─▶ datasets/collect                        record decisions
//
// Rules are named as in results: a preset, then the options that differ from it, as in
// "paper max-rounds=50". [Games] lists the games with their presets, options, fields and
// agents. Importing this package registers nothing, opens no file, and links neither Arrow
// nor a tensor library.
package catalog
