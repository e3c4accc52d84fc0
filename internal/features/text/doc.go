// Package text writes what one seat knows of a game as text, for language models and people: its
// hand, the piles, what the other players took and refused, the score, what happened, and the
// legal moves with names that [Writer.Parse] reads back.
//
//	w, err := text.New(text.Source{Game: g, Phrases: gin.Phrases, Facts: new(facts.Gin)}, text.Default())
//	dst = w.Append(dst, &text.Moment{Obs: obs, Legal: &legal, Events: seen, Since: n})
//
// The text follows from the observation of the seat and from the events that it saw, so it holds
// nothing that the seat cannot know. [Writer.AppendJSON] writes the same as JSON. [Position.State]
// makes a state from this JSON, in which the cards that the seat cannot know are dealt at random.
//
// The package works for any game: the words come from package record. Start from [Writer].
package text
