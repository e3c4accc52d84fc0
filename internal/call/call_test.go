package call_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"rummygym"
	"rummygym/env/game"
	"rummygym/internal/call"
	"rummygym/internal/must"
	"rummygym/internal/plaintext"
)

// vectors is what Python, JavaScript and C are held against, too: a call on each line, with its answer or error. A new, load or
// apply that succeeds makes the game of the next lines.
const vectors = "testdata/vectors.jsonl.gz"

// vector is a line of the file.
type vector struct {
	Do     string          `json:"do"`
	Game   string          `json:"game,omitempty"`
	Rules  string          `json:"rules,omitempty"`
	Seed   string          `json:"seed,omitempty"`
	Action *game.Action    `json:"action,omitempty"`
	Seat   *int            `json:"seat,omitempty"`
	Agent  string          `json:"agent,omitempty"`
	Hand   json.RawMessage `json:"hand,omitempty"`
	Answer json.RawMessage `json:"answer,omitempty"`
	Error  string          `json:"error,omitempty"`
}

// player makes calls on a game.
type player struct{ g *rummygym.Game }

// do makes the call of a line by the methods of the root package, and returns its answer as JSON.
func (p *player) do(v *vector) (answer any, err error) {
	keep := func(g *rummygym.Game, err error) (any, error) {
		if err != nil {
			return nil, err
		}
		p.g = g
		return map[string]any{"saved": string(g.Save()), "player": g.Player()}, nil
	}
	member := func(name string, x any, err error) (any, error) { return map[string]any{name: x}, err }
	switch v.Do {
	case "new":
		var seed uint64
		if _, err := fmt.Sscan(v.Seed, &seed); err != nil {
			return nil, err
		}
		return keep(rummygym.New(v.Game, v.Rules, seed))
	case "load":
		return keep(rummygym.Load([]byte(v.Game)))
	case "apply":
		return keep(p.g, p.g.Apply(*v.Action))
	case "legal":
		return member("legal", p.g.Legal(), nil)
	case "view":
		x, err := p.g.View(*v.Seat)
		return member("view", x, err)
	case "result":
		return member("result", p.g.Result(), nil)
	case "bot":
		x, err := p.g.Bot(v.Agent)
		return member("move", x, err)
	case "hint":
		x, err := p.g.Hint()
		return member("hint", x, err)
	case "hand":
		x, err := rummygym.Hand(v.Game, v.Hand)
		return member("hand", json.RawMessage(x), err)
	}
	panic(v.Do)
}

// make makes the lines of n calls.
func lines(t *testing.T, n int) (all []byte) {
	src := rand.New(rand.NewPCG(61, 1))
	var p player
	made := 0
	add := func(v vector) any {
		answer, err := p.do(&v)
		if err != nil {
			v.Error = plaintext.Brief(err.Error())
		} else {
			v.Answer = must.Get(json.Marshal(answer))(t)
		}
		all = append(append(all, must.Get(json.Marshal(v))(t)...), '\n')
		made++
		return answer
	}
	tables := []struct{ game, rules, agents string }{
		{"gin", "eaai", "simple sigra fitness learned:standard nobody"},
		{"indian", "paper", "min-dist min-dist-opp random learned:standard:head=win simple"},
		{"gin-match", "uk target=30", "simple stubborn medium"},
		{"indian", "club seats=4", "min-dist min-score defeat-seeking"},
		{"gin", "openspiel", "simple independent-heuristics"},
		{"indian-match", "pool-101", "pool min-dist"},
		{"gin", "classic", "sigra"},
		{"indian", "tiny", "random"},
		{"indian", "no such", ""},
		{"bridge", "", ""},
	}
	for k := 0; made < n; k++ {
		c := tables[k%len(tables)]
		if _, ok := add(vector{Do: "new", Game: c.game, Rules: c.rules, Seed: fmt.Sprint(src.Uint64())}).(map[string]any); !ok {
			continue
		}
		agents := strings.Fields(c.agents)
		seats := len(p.g.Result().Gains)
		for i := 0; i < 150 && made < n; i++ {
			if p.g.Player() < 0 && i < 145 {
				i = 145 // a few calls after the end
			}
			switch x := src.IntN(100); {
			case x < 8:
				add(vector{Do: "legal"})
			case x < 18:
				add(vector{Do: "view", Seat: new(src.IntN(seats+2) - 1)}) // one seat too many
			case x < 20:
				add(vector{Do: "result"})
			case x < 35:
				add(vector{Do: "bot", Agent: agents[src.IntN(len(agents))]})
			case x < 40 && seats == 2:
				add(vector{Do: "hint"})
			case x < 42:
				add(vector{Do: "apply", Action: new(game.Action(src.IntN(300)))})
			case x < 43:
				text := string(p.g.Save())
				add(vector{Do: "load", Game: text[:src.IntN(len(text))]})
				add(vector{Do: "load", Game: text})
			case x < 47:
				add(hand(src))
			default:
				if moves := p.g.Legal(); len(moves) > 0 {
					add(vector{Do: "apply", Action: &moves[src.IntN(len(moves))].Action})
				}
			}
		}
	}
	return all
}

// hand returns a hand of up to a card too many, with cards that may not fit.
func hand(src *rand.Rand) vector {
	ranks, suits := "A23456789TJQK", "CDHS"
	deck := src.Perm(52)
	n := src.IntN(12) + 1
	cards := []string{}
	for _, c := range deck[:n] {
		cards = append(cards, string([]byte{ranks[c%13], suits[c/13]}))
	}
	request := map[string]any{"cards": cards}
	v := vector{Do: "hand", Game: "gin"}
	if src.IntN(2) == 0 {
		v.Game, request["wild"] = "indian", string(ranks[src.IntN(13)])
		request["cards"] = append(cards, "JK")
	}
	v.Hand, _ = json.Marshal(request)
	return v
}

// The answers of 10,000 calls are those of the file, by the Go package and by the calls as JSON.
func TestVectors(t *testing.T) {
	if must.Updating() {
		var b bytes.Buffer
		z := must.Get(gzip.NewWriterLevel(&b, gzip.BestCompression))(t)
		must.Get(z.Write(lines(t, 10_000)))(t)
		must.Do(t, z.Close())
		must.Do(t, os.WriteFile(vectors, b.Bytes(), 0o644))
	}
	f := must.Get(os.Open(vectors))(t)
	defer f.Close()
	in := bufio.NewScanner(must.Get(gzip.NewReader(f))(t))
	in.Buffer(nil, 1<<20)
	var p player
	var c call.Caller
	saved, seen, errors := "", 0, 0
	for in.Scan() {
		var v vector
		must.Do(t, json.Unmarshal(in.Bytes(), &v))
		answer, err := p.do(&v)
		check(t, &v, must.Get(json.Marshal(answer))(t), err)
		request := v
		request.Answer, request.Error = nil, ""
		if v.Do != "new" && v.Do != "load" && v.Do != "hand" {
			request.Game = saved
		}
		text, err := c.Answer(must.Get(json.Marshal(request))(t))
		check(t, &v, text, err)
		var kept struct{ Saved string }
		if err == nil {
			must.Do(t, json.Unmarshal(text, &kept))
		}
		if kept.Saved != "" {
			saved = kept.Saved
		}
		seen++
		if v.Error != "" {
			errors++
		}
	}
	if must.Do(t, in.Err()); seen < 10_000 || errors < 100 {
		t.Errorf("%d calls, %d errors: want 10,000 and at least 100", seen, errors)
	}
}

// check compares the answer or the error of a call.
func check(t *testing.T, v *vector, answer []byte, err error) {
	t.Helper()
	switch {
	case err != nil:
		if plaintext.Brief(err.Error()) != v.Error {
			t.Fatalf("%s: error %q, want %q", v.Do, err, v.Error)
		}
	case v.Error != "":
		t.Fatalf("%s: no error, want %q", v.Do, v.Error)
	default:
		var got, want any
		must.Do(t, json.Unmarshal(answer, &got))
		must.Do(t, json.Unmarshal(v.Answer, &want))
		must.Equal(t, got, want, "%s", v.Do)
	}
}
