// Package indian implements Indian Rummy as a pure state machine: the rules, and what each player
// may know. Hands have 13 cards, or 3 to 12, of full or smaller packs.
//
// Start from a preset such as [Paper], make a [Game] with [New], and play a [State]:
//
//	one turn:  Draw ---- drop ----------> the player leaves the game
//	             |
//	             | draw stock, draw pile
//	             v
//	          Discard -- discard CARD --> Draw of the next player
//	             |
//	             +------ declare CARD --> Over, or the player leaves the game
//
// Scores and valid declarations come from package meld. The package has no players, no
// rewards except the gain in points, and no random source of its own.
//
// The rules are those of saha2025mindist, section II, as docs/rules-indian.md defines
// them. Details that both leave open:
//
//   - A declaration is a discard and a show: the player discards the card that it
//     finishes with and declares the remaining cards.
//   - A player that drops, or declares wrongly with more than two players, keeps its
//     cards and leaves the turn order. The cards of a wrong declaration are shown, so
//     all players know them, and so are all hands that are compared at the end.
//   - A round is one turn of each player still in the game: it begins when the
//     turn order passes from a seat to a lower one.
//   - The closed deck is recycled when a player draws from it and it is empty. Before
//     that, a player may still take the top of the pile.
//   - The game ends in [StockOut] before a turn in which the closed deck is empty and
//     cannot be recycled. With NoRecycling that is whenever it is empty. With the
//     other rules the pile must then have at most one card; [Rules.Validate] excludes
//     this by demanding a closed deck of at least one card.
//   - At the limit each player still in the game pays its score minus the winner's.
//     The winner gains the sum of these payments and of those of the players that
//     left. Scores are capped before the comparison.
//   - With two players, when the pile becomes the closed deck, all cards that are
//     neither in a player's own hand nor in the pile are in the opponent's hand. So
//     each player then knows the whole hand of the opponent, and Observation.Known
//     contains it. With more players only the union of the other hands is known, and
//     Observation.Known contains the cards taken from the pile.
package indian
