package engine_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"rummygym/env/record"
	"rummygym/internal/must"
	"rummygym/internal/web/engine"
)

// A review needs no table: it reports how far it is, and has the decisions of the person.
func TestReview(t *testing.T) {
	table, other := engine.New(engine.Config{}), engine.New(engine.Config{})
	defer table.Close()
	defer other.Close()
	finish(t, table, good(t, table, `{"do":"new","game":"indian","rules":"paper max-rounds=4","agents":["min-dist"],"seed":"5","seat":1}`).State)
	text := good(t, table, `{"do":"records"}`).Records
	rec := must.Get(record.NewReader(strings.NewReader(text)).Next())(t)
	quoted := must.Get(json.Marshal(text))(t)
	request := fmt.Appendf(nil, `{"id":3,"do":"review","rollouts":100,"records":%s}`, quoted)
	var answers []engine.Answer
	other.Do(t.Context(), request, func(data []byte) {
		var a engine.Answer
		if err := json.Unmarshal(data, &a); err != nil || a.ID != 3 || a.Error != "" {
			t.Fatalf("%s: %v", data, err)
		}
		answers = append(answers, a)
	})
	found := answers[len(answers)-1].Review
	if found == nil || len(found.Decisions) == 0 || !strings.HasPrefix(found.By, "100 roll-outs per decision by learned:standard") {
		t.Fatalf("the review is %+v", found)
	}
	for i, a := range answers[:len(answers)-1] {
		if p := a.Progress; p == nil || p.Done != i+1 || p.Total != 2*len(found.Decisions) {
			t.Errorf("progress %d is %+v", i, p)
		}
	}
	texts := regexp.MustCompile("^(draw from the stock|take .* from the pile|(discard|declare with) (joker|.*[♣♦♥♠])|drop out for .* points)$")
	for _, d := range found.Decisions {
		if e := rec.Events[d.Event-1]; e.Seat != 1 || len(d.Alternatives) == 0 || d.Made.Win == nil || !texts.MatchString(d.Text) || !texts.MatchString(d.Alternatives[0].Text) {
			t.Errorf("event %d is of seat %d and reviewed as %+v", d.Event, e.Seat, d)
		}
	}
	// All seats, when they are named.
	both := good(t, other, `{"do":"review","rollouts":100,"seats":[0,1],"records":%s}`, quoted).Review
	if len(both.Decisions) <= len(found.Decisions) {
		t.Errorf("%d decisions of both seats, %d of one", len(both.Decisions), len(found.Decisions))
	}
	slow := engine.New(engine.Config{Slow: true})
	defer slow.Close()
	if by := good(t, slow, `{"do":"review","records":%s}`, quoted).Review.By; !strings.HasPrefix(by, "150 roll-outs") {
		t.Errorf("a slow engine reviews with %s", by)
	}
	for request, want := range map[string]string{
		`{"do":"review"}`: "no game",
		fmt.Sprintf(`{"do":"review","seats":[2],"records":%s}`, quoted):          "2 is not a seat",
		fmt.Sprintf(`{"do":"review","rollouts":9,"records":%s}`, quoted):         "9 roll-outs",
		fmt.Sprintf(`{"do":"review","records":%q}`, rec.View(0).AppendJSON(nil)): "what seat 0 saw",
		fmt.Sprintf(`{"do":"review","records":%q}`, "{\"type\":\"game\"}"):       "",
	} {
		if a := do(t, other, "%s", request); a.Error == "" || !strings.Contains(a.Error, want) {
			t.Errorf("%.60s: error %q, want %q", request, a.Error, want)
		}
	}
	// One that is stopped ends.
	ctx, cancel := context.WithCancel(t.Context())
	last := ""
	other.Do(ctx, request, func(data []byte) {
		cancel()
		last = string(data)
	})
	if !strings.Contains(last, context.Canceled.Error()) {
		t.Errorf("the last answer of a stopped review is %.200s", last)
	}
}
