package text_test

import (
	"fmt"

	"rummygym/env/game"
	"rummygym/env/gin"
	"rummygym/env/record"
	"rummygym/internal/features/text"
)

// The first decision of a hand of Gin Rummy, as a language model reads it.
func Example() {
	g, err := gin.New(gin.EAAI())
	if err != nil {
		fmt.Println(err)
		return
	}
	s, obs := g.NewState(), g.NewObservation()
	g.Deal(s, game.DealSource(3, 0))
	m := &text.Moment{Obs: obs, Legal: new(game.Mask)}
	s.Observe(s.Current(), obs)
	s.Legal(m.Legal)
	for _, e := range record.NewRecorder(g).AppendDeal(nil, s) {
		if e, ok := e.SeenBy(s.Current()); ok {
			m.Events = append(m.Events, e)
		}
	}
	w, err := text.New(text.Source{Game: g, Title: "Gin Rummy", Phrases: gin.Phrases}, text.Default())
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(w.Append(nil, m)))
	a, err := w.Parse("draw upcard", m)
	fmt.Println(a == gin.DrawUpcard, err)
	// Output:
	// Gin Rummy. You are seat 1 of seats 0 to 1.
	// Turn 1; knock with 10 or less.
	// Your hand, 10 cards: AC 4C JC | 3D 8D | 5H 8H TH | 2S 8S.
	// Stock: 31 cards. Discard pile: QD.
	// Seat 0: 10 cards.
	// What happened:
	//   Hand 1 is dealt; the pile begins with QD; you move first.
	// It is your turn: take or pass the first upcard.
	// Legal moves:
	//   draw upcard: take QD from the pile
	//   pass
	// true <nil>
}
