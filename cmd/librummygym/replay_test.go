package main

import (
	"fmt"
	"strings"
	"testing"

	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/web"
)

// dataOf returns the data of a page.
func dataOf(t *testing.T, page []byte) string {
	t.Helper()
	data := must.Get(web.Data(page))(t)
	return string(data)
}

// The pages are compared with those of the command from Python.
func TestReplay(t *testing.T) {
	rules := must.Get(catalog.Gin.Defaults().MarshalJSON())(t)
	request := func(more string) string {
		return fmt.Sprintf(`{"env":"GinRummy-v1","rules":%s,"seats":["a","b"],"seed":"7","deal":0%s}`, rules, more)
	}
	page, err := replay(request(`,"actions":[],"probabilities":[]`))
	if data := dataOf(t, page); err != nil || !strings.HasPrefix(string(page), "<!doctype html>\n") || !strings.Contains(data, `"origin":{"seed":"7","deal":0}`) {
		t.Errorf("the page is %.200s, with the data %s (%v)", page, data, err)
	}
	view, err := replay(request(`,"seat":1`))
	if data := dataOf(t, view); err != nil || !strings.Contains(data, `"hands":[null,[`) || strings.Contains(data, `"seed":`) {
		t.Errorf("the page of seat 1 shows more than its view: %s (%v)", data, err)
	}
	for _, c := range []struct {
		request, want string
		status        status
	}{
		{``, "request: not a JSON object", statusInvalid},
		{`{"environment":"x"}`, `there is no key "environment"`, statusInvalid},
		{request(`,"actions":["x"]`), `key "actions" is a JSON string: want a whole number`, statusInvalid},
		{request(`,"actions":[60000]`), `key "actions", value 0 is 60000: want 0 to `, statusInvalid},
		{request(`,"actions":[0,0,0]`), `key "actions", value `, statusIllegal},
		{request(`,"actions":[0],"probabilities":[1,1]`), `key "probabilities" has 2 values`, statusInvalid},
		{request(`,"actions":[0],"probabilities":[0]`), `key "probabilities", value 0 is 0`, statusInvalid},
		{request(`,"seat":2`), `key "seat" is 2: want a seat from 0 to 1`, statusInvalid},
		{request(`,"keep":-1`), `key "keep" is -1`, statusInvalid},
		{request(`,"attempt":-1`), `want at least 0`, statusInvalid},
		{strings.Replace(request(""), `["a","b"]`, `["a"]`, 1), `key "seats" has 1 names`, statusInvalid},
		{strings.Replace(request(""), `"7"`, `"-7"`, 1), `key "seed" is "-7"`, statusInvalid},
		{strings.Replace(request(""), `GinRummy-v1`, `Bridge-v1`, 1), `field env: `, statusInvalid},
		{strings.Replace(request(""), `"knock-limit"`, `"knock"`, 1), `field rules: `, statusInvalid},
	} {
		_, err := replay(c.request)
		mustRefuse(t, c.request, err, c.status, c.want)
	}
}
