// Package offline trains networks from recorded games: it streams the decisions of
// datasets in random order and bounded memory, and fits policies and values to them.
// Start from [Open], which makes a [Source] of datasets, and from [Source.Stream]
// and [Source.HeldOut], which give its decisions; [Clone] and [Value] learn from them.
//
// It plays no game and knows none: what replays one, and what encodes it, comes in
// from outside.
//
// # Order
//
// The record batches of Arrow and Parquet files are compressed, so one decision
// cannot be had without its batch. Batches are therefore read in a random order,
// another one each epoch, and the decisions of as many of them as fill the buffer
// ([Order].Buffer) are shuffled among themselves. Every decision comes once an epoch.
// That is not a uniform permutation of all decisions: two of far batches may never
// stand in the same buffer. With the default buffer of 65,536 decisions some thousand
// games stand together.
//
// All follows from the seed and from what the datasets hold, not from how many
// goroutines read. Where a stream stands is three numbers ([Position]), from which
// it goes on exactly: it reads the batches of the buffer again and shuffles them
// the same way.
//
// # Held-out games
//
// A share of the episodes is held out: a hash of the seed and the number of the deal
// says which (see [Split]). So episodes are on the same side in any order, in shards of
// any size and after datasets are merged, and two agents' games of the same cards are on
// the same side.
//
// # Results
//
// All decisions of a game have one result, so a buffer of 65,536 decisions has that of
// three thousand games only, and a network of values can learn them by heart while they
// last. A larger buffer helps, or few decisions of each game ([Selection].PerGame).
//
// # Memory
//
// A decision is kept in the types of its fields, as a dataset keeps them: one of all
// fields of Indian Rummy takes about 1 KB. A stream holds at most two buffers and the
// batches that are being read, one for each worker and one more.
package offline
