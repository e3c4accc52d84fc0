// Package features is the parent of the packages that turn one player's information into
// numbers. It has no code.
//
//		field, mindist, ginhand ──▶ opponent ──▶ encoder
//		                                     └─▶ afterstate
//		mindist ──▶ analysis
//
//	  - mindist: the distance of a hand from a valid declaration, in Indian Rummy
//	  - ginhand: the hand features of the Gin Rummy papers
//	  - analysis: all about a single hand of either game, as the command solve answers
//	  - opponent: estimates of the opponent's hand
//	  - encoder: observations as vectors, for both games
//	  - afterstate: a player's information after an action as vectors, for both games
//
// None of them sees hidden cards.
package features
