// Package gin is Gin Rummy as a pure state machine: the rules, and what each
// player may know.
package gin
