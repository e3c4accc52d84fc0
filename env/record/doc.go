// Package record writes games down as JSON lines, in one canonical form. A record holds everything that rebuilds the states of a game, so that the rules can
// check it, and everything that a program without the rules needs to show the game.
//
//	{"type":"game","version":1,"game":"gin",…}      the header: rules, seats, origin of the deal
//	{"type":"deal","starter":0,"hands":[…],…}       then the events, one a line
//	{"type":"draw","seat":0,"from":"stock","card":"5S"}
//	{"type":"discard","seat":0,"card":"KD"}
//	…
//	{"type":"end","ending":"knock","winner":0,"gains":[12,-12],"turns":9,"rounds":5}
//
// Start from [Event]. A [Recorder] makes the events of a game in progress, a [Reader] reads
// files of records, and [Record.Play] plays a record again by the rules, event by event:
//
//	state + action ── Recorder ──▶ []Event ── SeenBy ──▶ what one seat sees
//	                                  │ ▲
//	                       AppendJSON │ │ Reader
//	                                  ▼ │
//	                                 file   ── Record.Play ──▶ states, or the first error
//
// A [Follower] goes the other way for one seat: from the events that the seat saw it makes a
// state in which the seat observes what it observed in the game.
//
// The same game has the same bytes: a record contains no time, no program version and no
// choice of the writer. Probabilities of moves, which agents report, are the only values that
// the rules cannot check.
//
// A game of the gym supplies its events with three methods, see [Game]. The package knows no
// game. The events are described in docs/records.md, which is made from [Types], as the JSON
// schema is ([Schema]).
package record
