// Package gin implements Gin Rummy as a pure state machine: one hand, the rules, and what
// each player may know. Hands have 10 cards, or 3 to 9, of a full or smaller pack. Package
// series makes matches of hands.
//
// Start from a preset such as [EAAI], make a [Game] with [New], and play what its NewState
// returns, a [State]. The phases of a hand, with DiscardThenKnock:
//
//	FirstUpcard -- Draw -- Discard -- KnockOrPass -- pass --> Draw of the opponent
//	                                       |
//	                                     knock
//	                                       v
//	                          KnockerMelds, DefenderMelds, LayOff --> Over
//
// With AutoMelds and automatic lay-offs the phases after a knock are skipped. Deadwood,
// melds and lay-offs come from package deadwood. The package has no players, no rewards
// except the gain in points, and no random source of its own.
//
// The rules are those of docs/rules-gin.md. Details that the page leaves open:
//
//   - The pack has one copy of each card, and there are two players.
//   - The deal begins the first turn; a pass of the first upcard does not end it.
//     So turns count from 1, and at the end of a hand their number is the number of
//     draws, except for a hand that ends when a player may not draw.
//   - With DiscardThenKnock the phase KnockOrPass occurs only if the player can knock
//     after the discard. The opponent sees the phase while it lasts, and so knows that
//     the player can knock; but only the player decides in this phase, and later
//     observations do not record it.
//   - A knock shows the knocker's cards at once, so both players know them from then
//     on. The cards of the opponent are shown at the end of the hand.
//   - With ChosenMelds runs of six cards or more are declared in parts. With
//     ChosenLayOffs a card goes onto a run if it extends one, otherwise onto the set.
//   - Big gin, all cards in melds after the draw, exists if BigGinBonus is not 0:
//     the player knocks before the discard (phase Discard, or Pass in phase
//     KnockDiscard), and keeps all cards. The opponent cannot lay off.
//   - At the wall (WallKnock) one player may take the upcard and knock;
//     ThrowBackForbidden applies there too.
//   - A hand is also void at MaxTurns, which players reach only if they keep taking
//     upcards, and at MaxUpcards.
//   - The hands of a match are independent: the deal of hand k depends only on the key
//     of the episode and on k, see [Game.DealNext]. A random starter depends only on the key.
//
// The preset classic is one common form of the American rules, on which books differ.
// Gin and undercut count 25, big gin 31. Spades do not double the score.
package gin
