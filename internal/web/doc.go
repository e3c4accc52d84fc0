// Package web makes web pages of games. The page of a record is one HTML file with everything in it:
// it loads nothing, sends nothing, and opens from a disk. The play page is a folder of files ([Site]),
// or served by "rummygym serve" ([Serve]).
//
// Start from [Replay], the page that shows a recorded game:
//
//	record.Record ─▶ Replay.HTML ─▶ game.html      its data: the title, the record, a Review
//
// The front end is in the folder page: one module for each part, so that other pages can use them.
//
//	cards.js, table.js, turns.js, words.js         cards and events as data: no element of a page
//	card.js, board.js, events.js, controls.js      components: they draw what they are given
//	results.js                                     ratings and scores, with games to replay
//	review.js, curve.js                            components of a review: its decisions, its curve
//	scheme.js, place.js                            light and dark, the address
//	replay.js, style.css                           the replay page
//	engine.js, worker.js                           the engine behind the play page
//	setup.js, hand.js, sheet.js, tableview.js      components of the play page
//	howto.js, learn.js, offer.js, gamelist.js      and more: the rules, what a turn missed, a shared deal, the games of a file
//	lesson.js                                      what a lesson says
//	arrange.js, link.js, savedpage.js              the person's order of the hand, links to deals, a game as a page, as data
//	reviewing.js                                   asks an engine for the review of a game
//	play.js, site.js, play.css                     the play page
//	library.js, curves.js, serve.js, serve.css     what rummygym serve adds to it
//
// The rules are not in it: a table is rebuilt from the events of a record, and what a seat sees
// of an event is what record.Event.SeenBy says. "go generate" makes the files z* of
// the folder with esbuild, which is a tool of the module. The folder npm holds Preact, htm and uPlot, as
// "make npm" fetches them.
//
// The package computes nothing about a game: estimates for a Review come from elsewhere.
package web
