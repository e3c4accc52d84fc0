package strictjson_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rummygym/internal/strictjson"
)

func TestCheck(t *testing.T) {
	for text, twice := range map[string]string{
		`{"a":1,"b":2}`:                         "",
		`{"a":1,"a":1}`:                         "a",
		`{"a":1,"b":{"c":1,"d":[{"c":2}]}}`:     "",
		`{"a":1,"b":[0,{"c":1,"d":2,"c":3}]}`:   "c",
		`[{"a":1},{"a":2},["a","a"],"a","a"]`:   "",
		`{"a":"b","b":"a","c":"a, \"a\":1"}`:    "",
		`{"a":{},"A":1}`:                        "A",
		`{"a":1,"\u0061":2}`:                    "a",
		`{"a\\":1,"a":2}`:                       "",
		`{"":1, "" : 2}`:                        "",
		`"a"`:                                   "",
		`{"a":["x",{"b":[]}],"c":"}","a":null}`: "a",
	} {
		if !json.Valid([]byte(text)) {
			t.Fatalf("%s is not JSON", text)
		}
		err := strictjson.Check([]byte(text))
		refused := twice != "" || text == `{"":1, "" : 2}`
		if (err != nil) != refused || refused && !strings.Contains(err.Error(), fmt.Sprintf("%q is there twice", twice)) {
			t.Errorf("%s: error %v, want one: %t", text, err, refused)
		}
	}
}

// Many members must not take quadratic time, and the list and the map must agree.
func TestManyMembers(t *testing.T) {
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, ",\"%d\":0", i)
	}
	text := "{" + b.String()[1:]
	if err := strictjson.Check([]byte(text + "}")); err != nil {
		t.Error(err)
	}
	for _, name := range []string{"0", "15", "16", "17", "49999"} {
		if err := strictjson.Check([]byte(text + `,"` + name + `":0}`)); err == nil {
			t.Errorf("the member %s twice has no error", name)
		}
	}
}

func TestUnmarshalKnown(t *testing.T) {
	for text, want := range map[string]string{
		`{"n":1}`:         "",
		`{"n":1} `:        "",
		`{"n":1,"m":2}`:   "unknown field",
		`{"n":1}{}`:       "one JSON object",
		`{"n":1,"n":2}`:   "twice",
		`{"n":1,"N":2}`:   "twice",
		`{"n":`:           "EOF",
		`{"n":{"n":"x"}}`: "cannot unmarshal",
	} {
		var v struct{ N int }
		if err := strictjson.UnmarshalKnown([]byte(text), &v); (want == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
}

// FuzzCheck compares with a slow twin, which reads tokens.
func FuzzCheck(f *testing.F) {
	for _, s := range []string{`{"a":1,"a":2}`, `[{"a":{"b":[]}},"\"",{"\u00e9":1,"\u00c9":2}]`, `{"a`, `}{`, `{"a":"\`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		err := strictjson.Check(data) // does not panic
		if json.Valid(data) && (err != nil) != repeated(json.NewDecoder(strings.NewReader(string(data)))) {
			t.Fatalf("%q: error %v", data, err)
		}
	})
}

// repeated reports whether the next value has an object with a repeated member.
func repeated(d *json.Decoder) bool {
	token, _ := d.Token()
	found, seen := false, map[string]bool{}
	for token == json.Delim('{') && d.More() {
		name, _ := d.Token()
		folded := strings.ToLower(name.(string))
		found = found || seen[folded]
		seen[folded] = true
		found = repeated(d) || found
	}
	for token == json.Delim('[') && d.More() {
		found = repeated(d) || found
	}
	if _, opened := token.(json.Delim); opened {
		_, _ = d.Token()
	}
	return found
}
