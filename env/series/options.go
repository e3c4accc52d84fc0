package series

import "rummygym/options"

// Options returns the options of r in the order of the fields of the struct, those of other formats too. Seats, Drop and Chips are
// not among them: they follow from options of the deal. The options read and set r. Their names and words are those of the CLI,
// of datasets and of Python.
func (r *Rules) Options() options.List {
	return append(options.List{
		options.Choice("match", "format of the match: players go out at a limit of points, a number of deals for chips, or a race of two players to a target", Race, &r.Format),
		options.Number("pool-limit", "pool: number of points at which a player is out", &r.Limit),
		options.Number("rejoins", "pool: number of times that each player may join again after going out", &r.Rejoins),
		options.Choice("split", "pool: whether the last players share the pool: never, when all of them are near the limit, or if the last two agree", AgreedSplit, &r.Split),
		options.Number("match-deals", "deals: number of deals; players tied for the most chips play more deals", &r.Deals),
		options.Number("entry", "pool and deals: points that each player puts into the pool at the start, and again on rejoining", &r.Entry),
	}, r.RaceOptions()...)
}

// RaceOptions returns the options of a match that is a race: see Options.
func (r *Rules) RaceOptions() options.List {
	return options.List{
		options.Number("target", "points that win a match", &r.Target),
		options.Number("game-bonus", "points for the player who reaches the target, added at the end of the match", &r.GameBonus),
		options.Number("box-bonus", "points for each hand won, added at the end of the match", &r.BoxBonus),
		options.Choice("shut-out", "race: what the winner of a game gets if the loser has won no deal of the game: nothing more, the game bonus again, or twice the whole difference", ShutOutTotal, &r.ShutOut),
		options.Number("games-at-once", "race: number of games played at once: 1, or 3 for Hollywood", &r.Games),
		options.Number("max-deals", "number of deals after which the match ends; the leaders win", &r.MaxDeals),
	}
}
