// Package features turns what one player may know of a game into numbers.
//
// Start from [MinDist], the distance of a hand from the nearest valid
// declaration of Indian Rummy (paper 000, section IV.B): the least number of
// cards to replace. [MinDistDiscards] and [MinDistDraws] answer for every
// discard and every draw in one call, [MinDistAvailable] counts only cards that
// can still come, and [Complete] says what the nearest declaration looks like.
// [Target] asks the same of other hand sizes and requirements.
//
// For Gin Rummy start from [GinExtractor], which writes all that is known and
// computed as numbers, as [Extractor] does for Indian Rummy. [MacrosOf] has the
// macro-features of paper 003, and [Belief] its estimate of the opponent's hand.
//
// [Afterstates] writes what a player would know after an action, for networks that tell
// what that is worth; [GinAfterstates] does so for Gin Rummy.
//
// What the opponent may hold in Indian Rummy is drawn by a [HandSampler]:
// [UniformHands] takes all cards not seen as alike, [PlayHands] draws hands that
// explain his play. [OpponentHistory] puts his turns in order, and [Danger] is how
// likely a card helps him.
//
// The words used throughout: a natural card is a suited card that is not of the
// wild rank; a joker is a printed joker or a card of the wild rank; a super
// joker stands for any card at all, in pure melds too, and costs one. All
// functions are safe for concurrent use. Nothing here sees hidden cards.
package features
