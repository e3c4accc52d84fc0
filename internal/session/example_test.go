package session_test

import (
	"fmt"

	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/session"
)

// A person who draws from the stock and discards the card drawn, for two turns.
func Example() {
	rules, err := catalog.ParseRules("indian", "paper")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := session.New(session.Config{Rules: rules, Agents: []string{"min-dist-opp"}, Seed: 7})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()
	words := s.NewWords()
	say := func(events []record.Event, err error) []record.Event {
		for i := range events {
			for _, line := range words.Event(&events[i]) {
				fmt.Println(line)
			}
		}
		if err != nil {
			fmt.Println(err)
		}
		return events
	}
	say(s.Events(), nil)
	for range 2 {
		var drawn record.Event
		for _, c := range s.Choices() {
			if c.Type == record.Draw && c.From == record.Stock {
				drawn = say(s.Apply(c.Action))[0]
				break
			}
		}
		for _, c := range s.Choices() {
			if c.Type == record.Discard && c.Card == drawn.Card {
				say(s.Apply(c.Action))
				break
			}
		}
		for !s.Turn() {
			say(s.Advance())
		}
	}
	// Output:
	// the cards are dealt; TC is turned up, so tens are jokers; the pile begins with JK; you move first
	// you draw 8D from the stock
	// you discard 8D
	// min-dist-opp takes 8D from the pile
	// min-dist-opp discards JC
	// you draw 3S from the stock
	// you discard 3S
	// min-dist-opp draws from the stock
	// min-dist-opp discards KC
}
