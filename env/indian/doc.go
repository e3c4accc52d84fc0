// Package indian is the 13-card game of Indian Rummy, and its form with 10
// cards, as a pure state machine: the rules, and what each player may know.
//
// Start from a preset such as [Paper], make a [Game] of it with [New], and play
// its [State]. Scores and valid declarations come from package meld. The package
// holds no player, no reward but the gain in points, and no source of
// randomness of its own.
//
// The rules are those of paper 000, section II, with what the rules page
// "Indian Rummy: the rules and metrics, made exact" settles. What both leave
// open is settled here:
//
//   - A declaration is a discard and a show: the card finished with is thrown on
//     the open pile, and the cards left are the declaration.
//   - Who drops, or declares wrongly with more than two players, keeps its cards
//     and leaves the turn order. Cards of a wrong declaration have been shown:
//     everybody knows them. So have all hands that are compared at the end.
//   - A round is one turn of each player still in the game: it begins when the
//     turn order passes from a seat to a lower one.
//   - The closed deck is made new when a player draws from it and it is empty,
//     so a player may still take the top of the pile before that.
//   - The game ends in [StockOut] before a turn in which the closed deck is
//     empty and cannot be made new: with NoRecycling, always when it is empty.
//     With the other rules the pile then has at most one card, which
//     [Rules.Validate] keeps from happening by asking for a closed deck of at
//     least one card.
//   - At the limit each player still in the game pays its score less the
//     winner's, and the winner gains the sum of these and of what those who left
//     had to pay. Scores are capped before they are compared.
//   - With two players, all cards that are neither in one's own hand nor in the
//     pile are in the other's hand when the pile becomes the closed deck. So
//     each then knows the other's whole hand, and Observation.Known says so.
//     With more players one knows only all their hands together, and
//     Observation.Known keeps the cards taken from the pile.
package indian
