// Command bot plays by the protocol of docs/protocol.md: it discards the highest card that it can
// and else takes the last legal action.
//
//	rummygym tournament --game gin --agents simple,exec:./bot --games 100
package main

import (
	"bufio"
	"encoding/json"
	"log"
	"os"
	"strings"
)

// question has the members of the engine's messages that the bot reads.
type question struct {
	Type  string   `json:"type"`
	Table int      `json:"table"`
	Legal []string `json:"legal"`
}

// answer is a message of the bot.
type answer struct {
	Type     string `json:"type"`
	Protocol int    `json:"protocol,omitempty"`
	Name     string `json:"name,omitempty"`
	Tables   int    `json:"tables,omitempty"`
	Table    int    `json:"table"`
	Action   string `json:"action,omitempty"`
}

// choose returns the legal action that discards the highest card, or the last one.
func choose(legal []string) string {
	best, rank := legal[len(legal)-1], -1
	for _, name := range legal {
		if r := strings.IndexByte("A23456789TJQK", name[0]); len(name) == 2 && r > rank {
			best, rank = name, r
		}
	}
	return best
}

func main() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), json.NewEncoder(os.Stdout)
	for in.More() {
		var q question
		if err := in.Decode(&q); err != nil {
			log.Fatal(err)
		}
		var a answer
		switch q.Type {
		case "hello":
			a = answer{Type: "hello", Protocol: 1, Name: "highest card in Go", Tables: 64}
		case "act":
			a = answer{Type: "act", Table: q.Table, Action: choose(q.Legal)}
		default:
			continue
		}
		if err := out.Encode(a); err != nil {
			log.Fatal(err)
		}
	}
}
