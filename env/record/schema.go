package record

import (
	"encoding/json"
	"fmt"
	"strings"

	"rummygym/env/card"
	"rummygym/env/game"
)

// Schema returns the JSON schema (draft 2020-12) of a line of a file of records. It is made
// from the fields that the package writes and reads.
func Schema() []byte {
	lines := append([]any{lineSchema(headerType, "the header of a game", headerFields)}, EventSchemas()...)
	lines = append(lines, map[string]any{
		"title": string(datasetType), "description": "what holds for all games of a dataset; only the first line of a file",
		"type": "object", "properties": map[string]any{"type": map[string]any{"const": string(datasetType)}}, "required": []string{"type"},
	})
	b, err := json.MarshalIndent(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "a line of a file of game records of rummygym",
		"description": fmt.Sprintf("Version %d of the format. A file is a sequence of games: the line of the header, then one line for each event.", Version),
		"oneOf":       lines,
	}, "", "  ")
	if err != nil {
		panic("record: the schema is made of texts: " + err.Error())
	}
	return append(b, '\n')
}

// EventSchemas returns the JSON schemas of the types of events, in the order of [Types].
func EventSchemas() (all []any) {
	for _, k := range kinds {
		all = append(all, lineSchema(k.name, k.doc, k.fields))
	}
	return all
}

// lineSchema returns the schema of a type of line.
func lineSchema[T any](t Type, doc string, fields []field[T]) map[string]any {
	s := objectSchema(fields)
	s["title"], s["description"] = string(t), doc
	s["properties"].(map[string]any)["type"] = map[string]any{"const": string(t)}
	s["required"] = append([]string{"type"}, s["required"].([]string)...)
	return s
}

func objectSchema[T any](fields []field[T]) map[string]any {
	properties, required := map[string]any{}, []string{}
	for _, f := range fields {
		p := ValueSchema(f.at(new(T)))
		p["description"] = f.doc
		properties[f.name] = p
		if !f.optional {
			required = append(required, f.name)
		}
	}
	return map[string]any{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
}

// ValueSchema returns the JSON schema of the value at a pointer to a type of the fields of records, such as a card, a seat, a
// number or a list of cards. It panics for other types.
func ValueSchema(at any) map[string]any {
	type object = map[string]any
	seat := object{"type": "integer", "minimum": 0, "maximum": game.MaxPlayers - 1}
	number := object{"type": "integer", "minimum": -maxNumber, "maximum": maxNumber}
	word := object{"type": "string", "minLength": 1}
	cards := object{"type": "array", "items": object{"type": "string", "pattern": cardPattern}, "maxItems": maxCards}
	orNull := func(s object) object { return object{"oneOf": []any{s, object{"type": "null"}}} }
	ofSeats := func(s object) object { return object{"type": "array", "items": s, "maxItems": game.MaxPlayers} }
	switch at.(type) {
	case *game.Player:
		return seat
	case *card.Card:
		return object{"type": "string", "pattern": cardPattern}
	case *card.Rank:
		return object{"type": "string", "pattern": "^[A2-9TJQK]$"}
	case *Source:
		return object{"enum": []Source{Stock, Pile}}
	case *game.Ending, *string:
		return word
	case *bool:
		return object{"type": "boolean"}
	case *float64:
		return object{"type": "number", "exclusiveMinimum": 0, "maximum": 1}
	case *int:
		return number
	case **uint64:
		return object{"type": "string", "pattern": "^(0|[1-9][0-9]{0,19})$"}
	case *[]card.Card:
		return cards
	case *[][]card.Card:
		return ofSeats(orNull(cards))
	case *[][][]card.Card:
		return ofSeats(orNull(object{"type": "array", "items": cards, "maxItems": maxCards}))
	case *[]int:
		return ofSeats(number)
	case *[]string:
		return ofSeats(object{"type": "string"})
	case *json.RawMessage:
		return object{"type": "object", "additionalProperties": object{"type": []string{"integer", "string"}}}
	case **Origin:
		return objectSchema(originFields)
	case **Place:
		return objectSchema(placeFields)
	}
	panic(fmt.Sprintf("record: a field of type %T", at))
}

// cardPattern matches the canonical notation of a card.
const cardPattern = "^([A2-9TJQK][CDHS]|JK)$"

// Markdown returns the tables of the header and of the events for the documentation.
func Markdown() string {
	var b strings.Builder
	b.WriteString("Fields of the header, which is a line of type `game`:\n\n")
	fieldTable(&b, headerFields)
	b.WriteString("\n`origin`, how the deal is made from a seed:\n\n")
	fieldTable(&b, originFields)
	b.WriteString("\n`place`, the place in a dataset:\n\n")
	fieldTable(&b, placeFields)
	b.WriteString("\nEvery event of a player has:\n\n")
	fieldTable(&b, []field[Event]{seatField, probField})
	b.WriteString("\nThe other fields of the events:\n\n| event | field | may be left out | meaning | hidden from |\n|---|---|---|---|---|\n")
	for _, k := range kinds {
		fmt.Fprintf(&b, "| **`%s`** | | | %s | |\n", k.name, k.doc)
		for _, f := range k.fields {
			if f.name == seatField.name || f.name == probField.name {
				continue
			}
			fmt.Fprintf(&b, "| | `%s` | %s | %s | %s |\n", f.name, yes(f.optional), f.doc, f.hidden)
		}
	}
	return b.String()
}

func fieldTable[T any](b *strings.Builder, fields []field[T]) {
	b.WriteString("| field | may be left out | meaning | hidden from |\n|---|---|---|---|\n")
	for _, f := range fields {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", f.name, yes(f.optional), f.doc, f.hidden)
	}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return ""
}
