// Package gin is Gin Rummy as a pure state machine: single hands and matches,
// the rules, and what each player may know.
//
// Start from a preset such as [EAAI], make a [Game] of it with [New], and play
// its [State]. Deadwood, melds and lay-offs come from package meld. The package
// holds no player, no reward but the gain in points, and no source of randomness
// of its own.
//
// The rules are those of the rules page "Gin Rummy: the rules and the papers'
// players, made exact". What it leaves open is settled here:
//
//   - The pack has one copy of each card, and two players sit at the table.
//   - The deal begins the first turn; a pass of the first upcard does not end it.
//     So turns count from 1, and at the end of a hand their number is that of the
//     draws, but for a hand that ends where a player may not draw.
//   - With DiscardThenKnock the phase KnockOrPass comes only where the discard
//     has left cards to knock with. The opponent sees the phase while it lasts,
//     and so that the player can knock; it is nobody's decision then but the
//     player's own, and no record of it stays in the observation.
//   - A knock lays the knocker's cards open at once: everybody knows them from
//     then on. The opponent's are open at the end of the hand.
//   - With ChosenMelds runs of six and more are declared in parts. With
//     ChosenLayOffs a card goes onto a run if it fits one, else onto the set.
//   - Big gin, eleven cards in melds after the draw, exists where BigGinBonus is
//     not 0: the player knocks before the discard (phase Discard, or Pass in phase
//     KnockDiscard), and keeps all cards. Nothing is laid off against it.
//   - At the wall (WallKnock) one player may knock, with the upcard, which is
//     taken for it; ThrowBackForbidden holds there too.
//   - A hand is void, besides, at MaxTurns, which only players reach who take
//     upcards for ever, and at MaxUpcards.
//   - A hand without a score, void or tied, keeps the starter of a match.
//   - The hands of a match are independent: hand k is dealt from the key of the
//     episode and k alone. So is the first starter, where it is random.
//   - A match ends with the hand in which a player reaches the target, or with
//     hand MaxHands. Both then get BoxBonus for each hand won, and who reached the
//     target GameBonus. The gain is the difference, and the winner is who gains:
//     with BoxBonus not always who was first at the target. Without bonuses a
//     draw at MaxHands has no winner.
//
// The preset classic is one common form of the American rules, in which books
// differ: gin, undercut and box count 25, big gin 31, the game 100; a shut-out does
// not double; spades do not double; and the deal alternates as in eaai, where
// books give it to the winner or the loser of the hand.
package gin
