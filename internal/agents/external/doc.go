// Package external plays with programs outside rummygym, in any language, by a protocol of JSON
// lines over standard input and output (docs/protocol.md):
//
//	engine ──▶ {"type":"hello","protocol":1,"game":…}                program ──▶ {"type":"hello","protocol":1,"tables":64}
//	engine ──▶ {"type":"act","table":3,"seat":0,"events":[…],…}      program ──▶ {"type":"act","table":3,"action":"draw stock"}
//	engine ──▶ {"type":"end","table":3,"gains":[-12,12]}
//
// [Parse] reads the spec of such an agent, such as "exec:{python bot.py}:move=2s", and [Open]
// starts it. [Programs] are all processes of one spec; [Programs.New] returns an agent that
// takes a table of a process for each game, and starts another process if all tables are taken:
//
//	Programs ─┬─ process ─┬─ table 0 ── agent
//	          │           └─ table 1 ── agent
//	          └─ process ─── table 0 ── agent
//
// [Serve] is the other side: it plays with an agent of this process for an engine elsewhere.
//
// An agent follows its game as an agents.Outside. A process that breaks the protocol, is late
// or ends is killed with its children; the games at its tables fail, and later games use a new
// process. An illegal action costs its own game only.
package external
