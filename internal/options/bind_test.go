package options_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"
	"time"

	"rummygym/internal/must"
	"rummygym/internal/options"
)

// part is a struct within others, whose options are in a group.
type part struct {
	Rate float64 `option:"rate" default:"1e-3" doc:"learning rate; per update"`
}

// run has an option of every kind.
type run struct {
	Games  int           `option:"games" default:"64" range:"1:100" doc:"number of games; per step"`
	Seed   uint64        `option:"seed" default:"1" group:"Running" doc:"seed of all choices"`
	Steps  int64         `option:"steps" doc:"number of steps"`
	Drops  bool          `option:"drops" doc:"whether players may drop"`
	Kind   string        `option:"kind" words:"adam|sgd" doc:"optimizer"`
	From   string        `option:"from" folder:"true" doc:"folder to begin with"`
	Every  time.Duration `option:"every" default:"1m" doc:"time between checkpoints"`
	Layers []int         `option:"layers" default:"8,4" range:"1:10" doc:"sizes of the layers"`
	Data   []string      `option:"data" doc:"folders"`
	Hosts  []string      `option:"host" each:"true" required:"true" doc:"names"`
	deals  string        `option:"deals" bare:"seats" shown:"none" doc:"who shares deals"`
	part   part          `group:"Optimizer"`
	Left   part          `options:"-"`
	Other  int
}

func TestBind(t *testing.T) {
	r := run{Steps: 7}
	list := options.Bind(&r)
	if want := []string{"games", "seed", "steps", "drops", "kind", "from", "every", "layers", "data", "host", "deals", "rate"}; !reflect.DeepEqual(list.Names(), want) {
		t.Fatalf("options %q, want %q", list.Names(), want)
	}
	if r.deals != "" || r.Games != 64 || r.Seed != 1 || r.Steps != 7 || r.Every != time.Minute || !reflect.DeepEqual(r.Layers, []int{8, 4}) || r.part.Rate != 1e-3 {
		t.Errorf("defaults: %+v", r)
	}
	for name, want := range map[string]string{"games": "64", "steps": "7", "kind": "", "every": "1m0s", "layers": "[8,4]", "data": "[]", "deals": "none", "rate": "0.001", "drops": "false"} {
		must.Equal(t, list.Find(name).Default, want, "%s: default", name)
	}
	host := list.Find("host")
	if list.Find("rate").Group != "Optimizer" || list.Find("seed").Group != "Running" || !host.Required || list.Find("drops").Bare != "true" || list.Find("deals").Bare != "seats" {
		t.Errorf("keys of tags are lost: %+v", host)
	}
}

// Quotes and braces hold the commas of an item of a list together, and spaces around items do not count.
func TestItemsOfLists(t *testing.T) {
	for text, want := range map[string][]string{
		"a,b": {"a", "b"}, "a, b ": {"a", "b"}, "exec:{sh -c 'x a,b'}:move=1s,b": {"exec:{sh -c 'x a,b'}:move=1s", "b"},
		"search:value={f:{a,b},c},d": {"search:value={f:{a,b},c}", "d"}, `"a,b",c`: {"a,b", "c"}, "a{b,c": {"a{b", "c"}, "a,,b": {"a", "", "b"},
		`exec:{sh -c "x a,b"},b`: {`exec:{sh -c "x a,b"}`, "b"},
	} {
		var r run
		must.Do(t, options.Bind(&r).Find("data").Value.Set(text))
		if !reflect.DeepEqual(r.Data, want) {
			t.Errorf("%s: %q, want %q", text, r.Data, want)
		}
	}
}

// Options that exclude each other cannot both have other values than their defaults, and values have ranges.
func TestCheckList(t *testing.T) {
	var f struct {
		Part  string   `option:"part" excludes:"merge" doc:"part to play"`
		Merge []string `option:"merge" doc:"files of parts"`
		Games int      `option:"games" default:"2" range:"1:9" doc:"number of games"`
	}
	list := options.Bind(&f)
	f.Part, f.Games = "1/2", 9
	must.Do(t, list.Check())
	f.Merge = []string{"a"}
	must.Fail(t, list.Check(), "--part and --merge exclude each other: leave one out")
	f.Part, f.Games = "", 10
	must.Fail(t, list.Check(), "--games 10: want a whole number from 1 to 9")
}

// A list replaces its default and then grows; texts hold commas in quotes.
func TestSetLists(t *testing.T) {
	var r run
	list := options.Bind(&r)
	for _, set := range [][2]string{{"layers", "1,2"}, {"layers", "3"}, {"data", `a,"b,c"`}, {"data", "d"}, {"host", "x,y"}, {"host", "z"}} {
		must.Do(t, list.Set(set[0], set[1]))
	}
	if !reflect.DeepEqual(r.Layers, []int{1, 2, 3}) || !reflect.DeepEqual(r.Data, []string{"a", "b,c", "d"}) || !reflect.DeepEqual(r.Hosts, []string{"x,y", "z"}) {
		t.Errorf("lists %v %q %q", r.Layers, r.Data, r.Hosts)
	}
	data := list.Find("data")
	if text := data.String(); text != `[a,"b,c",d]` {
		t.Errorf("text %s", text)
	}
	if err := data.Restore(nil); err != nil || len(r.Data) != 0 {
		t.Errorf("restored to %q, %v", r.Data, err)
	}
	if err := options.Bind(&r).Set("data", ""); err != nil || r.Data == nil {
		t.Errorf("an empty list is %v, %v: want one that is not nil", r.Data, err)
	}
}

func TestRefusedValues(t *testing.T) {
	for _, c := range [][3]string{
		{"games", "many", "--games many: want a whole number from 1 to 100, such as 64"},
		{"games", "010", "--games 010: want a whole number from 1 to 100, such as 64"},
		{"games", "1_0", "--games 1_0: want a whole number from 1 to 100, such as 64"},
		{"seed", "-1", "--seed -1: want a whole number from 0 to 18446744073709551615"},
		{"drops", "maybe", "--drops maybe: want true or false"},
		{"every", "3", "--every 3: want a time with its unit, such as 30s or 5m"},
		{"rate", "x", "--rate x: want a number, such as 0.001"},
		{"layers", "3,x", "--layers 3,x: want whole numbers, comma-separated, such as 8,4"},
		{"kind", "adm", `--kind: "adm" is not known, did you mean "adam"?: want adam or sgd`},
	} {
		o := options.Bind(new(run)).Find(c[0])
		err := o.Set(c[1])
		if err == nil || o.Given {
			t.Errorf("--%s %s: error %v, given %v", c[0], c[1], err, o.Given)
			continue
		}
		if got := o.Refused("--"+c[0], c[1], err).Error(); got != c[2] {
			t.Errorf("got  %s\nwant %s", got, c[2])
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range [][3]string{
		{"games", "1", ""}, {"games", "100", ""},
		{"games", "0", "--games 0: want a whole number from 1 to 100"},
		{"games", "101", "--games 101: want a whole number from 1 to 100"},
		{"steps", "1000000000", ""},
		{"steps", "-1", "--steps -1: want a whole number from 0 to 1000000000"},
		{"steps", "1000000001", "--steps 1000000001: want a whole number from 0 to 1000000000"},
		{"layers", "3,11", "--layers 11: want a whole number from 1 to 10"},
		{"rate", "nan", "--rate NaN: want a number, such as 0.001"},
		{"rate", "-inf", "--rate -Inf: want a number, such as 0.001"},
		{"from", "C:/x", ""}, {"from", "://x", ""}, {"from", "a b://x", ""}, {"from", "7z://x", ""},
		{"from", "s3://x/y", "--from s3://x/y: want a path on this machine: addresses are not supported, so copy the files (for a bucket, mount it)"},
		{"data", "a,s3://x", "--data s3://x: want a path on this machine: addresses are not supported, so copy the files (for a bucket, mount it)"},
	} {
		o := options.Bind(new(run)).Find(c[0])
		must.Do(t, o.Set(c[1]))
		if got := fmt.Sprint(o.Check()); got != c[2] && (got != "<nil>" || c[2] != "") {
			t.Errorf("got  %s\nwant %s", got, c[2])
		}
	}
	none := -1 // a default outside of the range is allowed
	if err := options.New(&none, "seat", "a seat").Check(); err != nil {
		t.Error(err)
	}
}

// The values of a struct are a JSON object, from which another one gets them.
func TestJSON(t *testing.T) {
	from, to := run{}, run{}
	list, again := options.Bind(&from), options.Bind(&to)
	for name, text := range map[string]string{"seed": "18446744073709551615", "kind": "sgd", "every": "2s", "layers": "5", "data": "a,b", "drops": "true"} {
		must.Do(t, list.Set(name, text))
	}
	text := must.Get(json.Marshal(list))(t)
	if want := `{"data":["a","b"],"deals":"","drops":true,"every":"2s","from":"","games":64,"host":null,"kind":"sgd","layers":[5],"rate":0.001,"seed":18446744073709551615,"steps":0}`; string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
	if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(list.Values(), again.Values()) {
		t.Errorf("read as %v, %v", again.Values(), err)
	}
	if !again.Given("seed") || !again.Find("layers").Given || options.Bind(new(run)).Given("games") || again.Given("nothing") {
		t.Error("options of the file are not given, or others are")
	}
	for text, want := range map[string]string{
		`{"game": 1}`:              `did you mean "games"`,
		`{"games": "x"}`:           "option games",
		`{"games": [1, 2]}`:        "2 values, want 1",
		`{"games": 1, "games": 2}`: "games",
		`{"steps": 1.5}`:           "option steps",
	} {
		must.Fail(t, json.Unmarshal([]byte(text), &again), want)
	}
	if err := json.Unmarshal([]byte(`{"steps": 2.0, "layers": [1e1]}`), &again); err != nil || to.Steps != 2 || to.Layers[0] != 10 {
		t.Errorf("%+v, %v", to, err)
	}
}

// A wrong tag is a mistake of the program, which its start shows.
func TestWrongTags(t *testing.T) {
	for name, wrong := range map[string]any{
		"no doc": &struct {
			A int `option:"a"`
		}{},
		"range": &struct {
			A int `option:"a" range:"1" doc:"a"`
		}{},
		"default": &struct {
			A int `option:"a" default:"x" doc:"a"`
		}{},
		"type": &struct {
			A chan int `option:"a" doc:"a"`
		}{},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			options.Bind(wrong)
		}()
	}
}
