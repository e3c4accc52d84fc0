// Package commands holds the commands of rummygym, but for those that draw on terminals (play and watch)
// and serve. A command is a recipe with its options (cli.Command), or stands here:
//
//	bot, agents, rules        agents and the rules they play under
//	solve                     the exact analysis of a hand, whose texts are in indiantext.go and gintext.go
//	dataset, record, replay   recorded games
//	positions                 sets of positions
//	train, policy             the trainings, and what a network is
package commands
