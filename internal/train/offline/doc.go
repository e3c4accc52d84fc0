// Package offline trains networks from recorded games: it streams the decisions of
// datasets in random order with bounded memory, and fits policies and values to them.
//
//	datasets ─Open─> Source ─┬─Survey─> held-out decisions ──────────> Task.Measure
//	                         ├─Stream─────────────────────┬─> batches ──> Learner
//	                         └─Load─> Rows ──Rows.Stream──┘
//
// Start with [Open], which returns a [Source]. Decisions that fit into memory are read by [Source.Load], others by
// [Source.Stream]. A [Task] is what is learned from them: [Cloning], [Valuing] or [Scoring]; [NewLearner] returns a
// learner of a task.
//
// The package is independent of games: replays and encoders are passed in.
//
// # Order
//
// The record batches of Arrow files are compressed, so a decision cannot be
// read without its batch. Therefore batches are read in random order, a new one in each
// epoch, and the decisions of as many batches as fill the buffer ([Order].Buffer) are
// shuffled. Every decision occurs once per epoch. The order is not a uniform permutation
// of all decisions: two decisions in distant batches may never share a buffer. The default
// buffer of 65,536 decisions holds a few thousand games.
//
// The order depends only on the seed and the contents of the datasets, not on the number
// of goroutines that read. The state of a stream is three numbers ([Position]), from
// which it continues exactly: it reads the batches of the buffer again and shuffles them
// in the same way.
//
// The order of decisions in memory is a uniform permutation in each epoch, which depends only on the seed.
//
// # Held-out games
//
// A share of the episodes is held out: those selected by a hash of seed and deal (see
// [Split]). So the split does not depend on the order of episodes, on the size of shards
// or on merging, and games of different agents with the same cards are on the same side.
//
// # Results
//
// All decisions of a game share one result, so a buffer of 65,536 decisions has only about
// three thousand results, and a value network can overfit to them while they are in the
// buffer. A larger buffer helps, as do fewer decisions per game ([Selection].PerGame).
//
// # Memory
//
// Small whole numbers of fields are stored as bytes, and all other numbers as float32: with all fields of
// Indian Rummy, a decision takes about 1 KB. A stream holds at most two buffers and the batches
// being read, one per worker and one more.
package offline
