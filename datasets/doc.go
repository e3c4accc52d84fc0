// Package datasets reads episodes on disk, of which every decision is one row of an Arrow file:
// their format, their columns, and checks that they are whole and follow the rules. Package collect writes
// such datasets, package convert makes records of their games, and datasets of these. Start with [Open]:
//
//	c := collect.DefaultConfig()
//	c.Table, c.Agents = table, agents
//	c.Games, c.Seed, c.Dir = 1000, 1, "games"
//	summary, err := collect.Run(ctx, c)
//
//	d, err := datasets.Open("games")
//	for e, err := range d.Episodes() { … } // rows e.From to e.To of a batch
//
// # Files
//
// A dataset is a folder with a manifest (manifest.json, see [Manifest]) and two folders of shards:
// decisions, with one row per decision, and results, with one row for each seat of each
// episode. These two hold nothing else, so that every library reads each as one table.
//
// The manifest is written last: a folder without it belongs to a run that has not
// finished. Shard k of a run holds the episodes [k*E, (k+1)*E) for a fixed number E, so that
// its bytes depend only on the settings, and not on the number of workers, on their order, or on how many games
// the run has. So the shards of several processes, each of which plays some of the episodes, are those of one run: put into one
// folder they need only a manifest that lists them, which collect.Run writes. Writes are atomic: a shard is written under
// another name, synced and then renamed.
//
// # Damage
//
// The manifest holds the SHA-256 of every file. Whatever reads a shard first compares its file with the manifest, once for
// each [Dataset]: a file that was damaged, cut, exchanged or copied in part is an error, which
// names the file, before a value of it is returned. The next shard is hashed while one is
// decoded. Hashing a gigabyte takes 0.75 s of one core with SHA instructions, as long as reading uncompressed batches.
// The digests find damage, not malice: who changes a shard can also change the manifest. Shards
// are then still read with care: lengths and indices in a file that point outside of it are
// errors too.
//
// # Rows
//
// One row is one decision: the observation of the player to move, the legal actions,
// the action taken, and the rewards and outcome that followed. The rows of an episode
// are contiguous and in order of play, and a record batch holds complete episodes.
// [Columns] lists the columns in order, with type and meaning; it is the single source
// of the Arrow schema, the field metadata and the printed table.
//
//	episode  step  player  phase    action  reward  terminated
//	      0     0       0  draw         12       0       false
//	      0     1       0  discard      31     -20        true   last decision of player 0
//	      0     2       1  draw         12       0       false
//	      0     3       1  discard       7      20        true   last decision of player 1
//	      1     0       1  draw          …                       next episode
//
// The reward of a row is what its player received after the action and before its
// next decision or the end of the game, so that r_t follows a_t. With the default
// rewards it is zero except in the last row of each player, which gets the gain of
// the game. Each player that moved has exactly one row with terminated or truncated
// set: its last decision. terminated means that the rules ended the game. truncated
// means that a limit of the collector did; the return then excludes all that would
// have followed. A seat that never moved has no row: means over games are those of the results.
//
// # Results
//
// [Dataset.Results] yields how each episode ended for every seat, also for those that never
// moved, and [ResultColumns] lists the columns. The gains of an episode add up to 0.
//
// A player with N actions has N observations. Learning from games that ended does
// not need the observation after the last action, so it is left out by default. If
// collect.Config.Final is FinalRows, each player that moved gets one more row after the
// decisions of the episode, with action 65535 and an empty mask. Formats that
// require N+1 observations, such as Minari, can be filled from these rows.
//
// # Attempts
//
// With collect.Config.BestOf, each deal is played several times, and the attempt that is best for
// the agent named first is recorded; the attempts after the first share only what that agent sees of the deal. The probability of
// an action is then still that of the
// agent in its attempt, not of the choice among attempts. These are the games from which truong2021datadriven learns the value of a hand.
//
// # Replay
//
// The columns seed and deal identify the deal of an episode (see [game.SeedDeal])
// and the schema metadata holds the rules, so that seed, deal and actions reproduce
// the game. [Replay] does this and compares every recorded value.
//
// The package does not depend on any game. Rules and encoders are passed in as a [game.Table].
package datasets
