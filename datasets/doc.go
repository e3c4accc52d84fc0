// Package datasets keeps episodes on disk: it plays games between agents, writes
// every decision as one row of an Arrow or Parquet file, and reads such files
// back. Start from [Collect] to make a dataset and from [Open] to read one.
//
// # A dataset
//
// A dataset is a folder of shards and a manifest (manifest.json, see
// [Manifest]), which is written last: a folder without it is a run that has not
// finished. Shard k holds the episodes [k*E, (k+1)*E) for a fixed number E, so
// that its bytes depend on the settings alone and not on how many workers made
// it or in which order. A shard appears under its name whole or not at all: it is
// written aside, synced and renamed.
//
// # Rows
//
// One row is one decision: what the player to move saw, which actions were legal,
// what it did, and what came of it. The rows of an episode stand together in the
// order of play, and a record batch (a row group in Parquet) holds whole episodes.
// [Columns] lists the columns, in order, with type and meaning; it is the one
// source of the Arrow schema, the field metadata and the printed table.
//
// The reward of a row is what its player received after the action and before its
// next decision or the end, so that r_t follows a_t; with the gym's default
// rewards that is zero but for each player's last row, which gets the gain of the
// game. Each player that moved has exactly one row with terminated or truncated
// set: its last decision. terminated means that the rules ended the game;
// truncated, that a limit of the collector did, and the return says nothing of
// what would have followed. A seat that never moved has no row: its gain is found
// by replaying the episode.
//
// There are N observations for N actions of a player. The observation after the
// last action is not needed for learning from games that ended, and is left out
// unless [Config].Final asks for it: then each player that moved gets one more row
// after the episode's decisions, with the action 65535 and an empty mask. Minari
// and others, which want N+1 observations, can be fed from those.
//
// # Replay
//
// The columns seed and deal name the deal of an episode (see [game.SeedDeal]) and
// the schema metadata the rules, so that seed, deal and actions give the whole
// game again; [Replay] does so and compares everything recorded. Episode numbers
// are unique in a dataset and change when datasets are merged; seed and deal stay.
//
// The package knows no game. Concrete rules, agents and encoders come in through
// [Table] and [Agent].
package datasets
