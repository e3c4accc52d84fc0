package game

import (
	"fmt"
	"strings"

	"rummygym/env/card"
)

// WriteSeat writes the beginning of the line of seat p, with an asterisk for the player
// to move.
func WriteSeat(b *strings.Builder, p, mover Player) {
	mark := ' '
	if p == mover {
		mark = '*'
	}
	fmt.Fprintf(b, "%c seat %d: ", mark, p)
}

// WriteDrawn writes the card that was just drawn. It writes nothing for card.None.
func WriteDrawn(b *strings.Builder, c card.Card, fromPile bool) {
	if c == card.None {
		return
	}
	fmt.Fprintf(b, ", drew %v", c)
	if fromPile {
		b.WriteString(" from the pile")
	}
}

// WritePile writes a line with the name, the number of cards, and the first cards, at
// most the given number.
func WritePile(b *strings.Builder, name string, cards []card.Card, most int) {
	fmt.Fprintf(b, "%s (%d):", name, len(cards))
	for _, c := range cards[:min(len(cards), most)] {
		b.WriteString(" " + c.String())
	}
	if len(cards) > most {
		b.WriteString(" …")
	}
	b.WriteByte('\n')
}
