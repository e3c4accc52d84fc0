// Package engine answers the requests of the play page, one JSON
// object for another, in a browser (cmd/rummygym-wasm) or in "rummygym serve".
//
//	page ── Request ──▶ Engine.Do ──▶ Answer ──▶ page
//	                       │
//	                 session.Session
//
// Start from [Engine]. An engine has one table at a time. A person plays at it, or agents only. The
// page is told what the person may know, except that it may ask for the records of the games, which
// hold all cards.
//
// A page cannot name files or programs: it chooses among the agents of [Catalog].
package engine
