package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/datasets/collect"
	"rummygym/env/record"
	"rummygym/internal/catalog"
	"rummygym/internal/must"
	"rummygym/internal/web/engine"
)

// started is a server under test.
type started struct {
	base   string // address with the token
	host   string
	tables *tables
	client *http.Client
}

// start starts a server.
func start(t *testing.T, s *sources) *started {
	t.Helper()
	listener := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	ts := newTables(nil)
	host, token := listener.Addr().String(), newToken()
	server := &http.Server{Handler: newHandler([]string{"gym.example"}, token, ts, s)}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	client := &http.Client{Transport: &http.Transport{}}
	t.Cleanup(func() {
		client.CloseIdleConnections()
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		<-served
		ts.all.Wait()
	})
	return &started{"http://" + host + "/" + token + "/", host, ts, client}
}

// do sends a request and returns the status and the body.
func (s *started) do(t *testing.T, r *http.Request) (int, string) {
	t.Helper()
	answer := must.Get(s.client.Do(r))(t)
	defer answer.Body.Close()
	body := must.Get(io.ReadAll(answer.Body))(t)
	return answer.StatusCode, string(body)
}

func (s *started) get(t *testing.T, path string) (int, string) {
	t.Helper()
	return s.do(t, request(t, http.MethodGet, s.base+path, nil))
}

func request(t *testing.T, method, address string, body io.Reader) *http.Request {
	t.Helper()
	return must.Get(http.NewRequestWithContext(t.Context(), method, address, body))(t)
}

// tab is an open stream.
type tab struct {
	server *started
	name   string // of its table
	body   io.Closer
	in     *bufio.Reader
}

// open opens a stream.
func (s *started) open(t *testing.T) *tab {
	t.Helper()
	answer := must.Get(s.client.Do(request(t, http.MethodGet, s.base+"stream", nil)))(t)
	b := &tab{s, "", answer.Body, bufio.NewReader(answer.Body)}
	b.name = b.event(t)
	return b
}

// event returns the data of the next event.
func (b *tab) event(t *testing.T) string {
	t.Helper()
	for {
		line := must.Get(b.in.ReadString('\n'))(t)
		if data, ok := strings.CutPrefix(line, "data: "); ok {
			return strings.TrimSpace(data)
		}
	}
}

// ask asks the engine of the tab.
func (b *tab) ask(t *testing.T, text string) (a engine.Answer) {
	t.Helper()
	status, body := b.server.do(t, request(t, http.MethodPost, b.server.base+"ask?table="+b.name, strings.NewReader(text)))
	if status != http.StatusNoContent {
		t.Fatalf("%s: status %d: %s", text, status, body)
	}
	must.Do(t, json.Unmarshal([]byte(b.event(t)), &a))
	return a
}

func TestRefused(t *testing.T) {
	s := start(t, &sources{})
	port := s.host[strings.LastIndexByte(s.host, ':'):]
	token := strings.Split(s.base, "/")[3]
	for _, c := range []struct {
		name, path, host, header, value string
		status                          int
	}{
		{"the page", "", "", "", "", http.StatusOK},
		{"localhost", "", "localhost" + port, "", "", http.StatusOK},
		{"its own origin", "library", "", "Origin", "http://" + s.host, http.StatusOK},
		{"its own site", "library", "", "Sec-Fetch-Site", "same-origin", http.StatusOK},
		{"another host", "", "example.org", "", "", http.StatusMisdirectedRequest},
		{"another host with the port", "", "evil.example" + port, "", "", http.StatusMisdirectedRequest},
		{"another port, as of a tunnel", "", "127.0.0.1:1", "", "", http.StatusOK},
		{"no port", "", "LocalHost", "", "", http.StatusOK},
		{"by the other protocol", "", "[::1]" + port, "", "", http.StatusOK},
		{"an allowed host", "", "gym.example", "Origin", "https://gym.example", http.StatusOK},
		{"a host below an allowed one", "", "x.gym.example", "", "", http.StatusMisdirectedRequest},
		{"a port that is none", "", "localhost:80@evil.example", "", "", http.StatusMisdirectedRequest},
		{"a host that begins so", "", "localhost.evil.example", "", "", http.StatusMisdirectedRequest},
		{"another origin", "library", "", "Origin", "http://example.org", http.StatusForbidden},
		{"another port as origin", "library", "", "Origin", "http://127.0.0.1:1", http.StatusForbidden},
		{"no origin", "library", "", "Origin", "null", http.StatusForbidden},
		{"the other name as origin", "library", "", "Origin", "http://localhost" + port, http.StatusForbidden},
		{"another site", "", "", "Sec-Fetch-Site", "cross-site", http.StatusForbidden},
		{"a file", "serve.go", "", "", "", http.StatusNotFound},
		{"a folder above", "../../etc/passwd", "", "", "", http.StatusNotFound},
		{"a folder above, encoded", "%2e%2e/%2e%2e/etc/passwd", "", "", "", http.StatusNotFound},
		{"a folder above, as a file", "page.js/../../x", "", "", "", http.StatusNotFound},
		{"a wrong number", "episode?of=../0", "", "", "", http.StatusBadRequest},
		{"a number below 0", "episode?of=-1", "", "", "", http.StatusBadRequest},
		{"a number above", "episode?of=7", "", "", "", http.StatusNotFound},
		{"a training above", "metrics?of=0", "", "", "", http.StatusNotFound},
		{"a question by GET", "ask", "", "", "", http.StatusMethodNotAllowed},
	} {
		r := request(t, http.MethodGet, s.base+c.path, nil)
		if c.host != "" {
			r.Host = c.host
		}
		if c.header != "" {
			r.Header.Set(c.header, c.value)
		}
		if status, body := s.do(t, r); status != c.status {
			t.Errorf("%s: status %d, want %d: %.200s", c.name, status, c.status, body)
		}
	}
	for _, wrong := range []string{"", "/", "/" + token, "/" + token[1:] + "/", "/" + token + "x/", "/" + strings.ToLower(token) + "/", "/index.html", "/page.js", "/../" + token + "x/"} {
		if status, body := s.do(t, request(t, http.MethodGet, "http://"+s.host+wrong, nil)); status != http.StatusNotFound {
			t.Errorf("%q: status %d: %.100s", wrong, status, body)
		}
	}
	if status, _ := s.do(t, request(t, http.MethodPost, s.base+"library", nil)); status != http.StatusMethodNotAllowed {
		t.Errorf("POST of a list: status %d", status)
	}
}

func TestLargeBodies(t *testing.T) {
	s := start(t, &sources{})
	b := s.open(t)
	defer b.body.Close()
	large := strings.NewReader(`{"do":"resume","records":"` + strings.Repeat("x", 10<<20) + `"}`)
	status, _ := s.do(t, request(t, http.MethodPost, s.base+"ask?table="+b.name, large))
	if status != http.StatusRequestEntityTooLarge {
		t.Errorf("10 MB: status %d", status)
	}
	if a := b.ask(t, `{"do":"catalog"}`); a.Catalog == nil {
		t.Error("the table does not go on")
	}
}

func TestManyStreams(t *testing.T) {
	s := start(t, &sources{})
	var mu sync.Mutex
	var open []io.Closer
	statuses := map[int]int{}
	var all sync.WaitGroup
	for range 1000 {
		all.Go(func() {
			answer, err := s.client.Do(request(t, http.MethodGet, s.base+"stream", nil))
			if err != nil {
				t.Error(err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			statuses[answer.StatusCode]++
			open = append(open, answer.Body)
		})
	}
	all.Wait()
	if statuses[http.StatusOK] != maxTables || statuses[http.StatusServiceUnavailable] != 1000-maxTables {
		t.Errorf("statuses %v: want %d open streams", statuses, maxTables)
	}
	neighbour := &http.Client{Transport: &http.Transport{DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}).DialContext}}
	if answer, err := neighbour.Do(request(t, http.MethodGet, s.base+"stream", nil)); err == nil { // on systems with this address
		must.Equal(t, answer.StatusCode, http.StatusOK, "the table of another person")
		open = append(open, answer.Body)
	}
	if status, _ := s.get(t, "page.js"); status != http.StatusOK {
		t.Errorf("the page: status %d", status)
	}
	s.tables.mu.Lock()
	var tables []*table
	for _, t := range s.tables.open {
		tables = append(tables, t)
	}
	s.tables.mu.Unlock()
	for _, body := range open {
		body.Close()
	}
	for _, table := range tables {
		<-table.done
	}
	b := s.open(t)
	defer b.body.Close()
	if a := b.ask(t, `{"do":"catalog"}`); a.Catalog == nil {
		t.Error("a tab after them has no table")
	}
}

func TestGameOfATab(t *testing.T) {
	s := start(t, &sources{})
	b := s.open(t)
	other := s.open(t)
	defer other.body.Close()
	state := b.ask(t, `{"id":5,"do":"new","game":"gin","rules":"openspiel","agents":["sigra"],"seed":"3"}`).State
	for range 6 {
		if state.Turn {
			state = b.ask(t, fmt.Sprintf(`{"do":"play","action":%d}`, state.Choices[0].Action)).State
		} else {
			state = b.ask(t, `{"do":"advance"}`).State
		}
	}
	if state.From+len(state.Events) < 5 {
		t.Errorf("the table has had %d events", state.From+len(state.Events))
	}
	if a := other.ask(t, `{"do":"records"}`); a.Error == "" {
		t.Error("another tab has the game")
	}
	s.tables.mu.Lock()
	table := s.tables.open[b.name]
	s.tables.mu.Unlock()
	b.body.Close() // the tab is closed
	<-table.done
	if status, _ := s.do(t, request(t, http.MethodPost, s.base+"ask?table="+b.name, strings.NewReader(`{"do":"records"}`))); status != http.StatusNotFound {
		t.Errorf("the table of a closed tab: status %d", status)
	}
}

func TestSources(t *testing.T) {
	dir := t.TempDir()
	data, run := filepath.Join(dir, "data"), filepath.Join(dir, "run")
	g := must.Get(catalog.NewGame("gin", "openspiel"))(t)
	c := collect.DefaultConfig()
	c.Table = must.Get(catalog.NewTable(g, catalog.NoFields))(t)
	rules := must.Get(catalog.RulesOf(g))(t)
	for _, spec := range []string{"simple", "random"} {
		create, name := must.Get2(catalog.OpenAgent(rules, spec))(t)
		c.Agents = append(c.Agents, collect.Agent{Name: name, New: create})
	}
	c.Games, c.Seed, c.Dir = 30, 1, data
	must.Get(collect.Run(t.Context(), c))(t)
	for name, text := range map[string]string{"config.json": "{}", metricsFile: "step,loss\n1,0.5\n2,\n"} {
		must.Do(t, os.MkdirAll(run, 0o755))
		must.Do(t, os.WriteFile(filepath.Join(run, name), []byte(text), 0o644))
	}
	sources := must.Get(newSources([]string{data}, []string{run}))(t)
	s := start(t, sources)
	if _, body := s.get(t, "library"); !strings.Contains(body, `"episodes":30`) || !strings.Contains(body, `"title":"Gin Rummy"`) || !strings.Contains(body, `"trainings":["`) {
		t.Errorf("the library is %s", body)
	}
	var list []listed
	_, body := s.get(t, "episodes?of=0&at=20")
	if err := json.Unmarshal([]byte(body), &list); err != nil || len(list) != 10 || list[0].Number != 20 || list[9].Number != 29 {
		t.Fatalf("the episodes are %s (%v)", body, err)
	}
	for _, e := range list[:2] {
		var found struct {
			Title  string
			Record struct {
				Seats  []string
				Events []record.Event
			}
		}
		_, body := s.get(t, fmt.Sprintf("episode?of=0&at=%d", e.Number))
		if err := json.Unmarshal([]byte(body), &found); err != nil {
			t.Fatalf("%v: %.300s", err, body)
		}
		if n := len(found.Record.Events); n < 5 || found.Record.Events[n-1].Type != record.End || fmt.Sprint(found.Record.Seats) != fmt.Sprint(e.Seats) {
			t.Errorf("episode %d: %d events between %q, want %q", e.Number, n, found.Record.Seats, e.Seats)
		}
	}
	if status, body := s.get(t, "episode?of=0&at=30"); status != http.StatusNotFound || !strings.Contains(body, "has no episode 30") {
		t.Errorf("status %d: %s", status, body)
	}
	var p progress
	_, body = s.get(t, "metrics?of=0")
	if err := json.Unmarshal([]byte(body), &p); err != nil || p.CSV != "step,loss\n1,0.5\n2,\n" {
		t.Fatalf("the metrics are %s (%v)", body, err)
	}
	if _, body := s.get(t, fmt.Sprintf("metrics?of=0&at=%d", p.Changed)); strings.Contains(body, "csv") {
		t.Errorf("metrics that have not changed: %s", body)
	}
	// A link out of the folder is not followed.
	secret := filepath.Join(dir, "secret")
	must.Do(t, os.WriteFile(secret, []byte("secret"), 0o644))
	must.Do(t, os.Remove(filepath.Join(run, metricsFile)))
	if err := os.Symlink(secret, filepath.Join(run, metricsFile)); err != nil {
		t.Skip("no links here: ", err)
	}
	if status, body := s.get(t, "metrics?of=0"); status != http.StatusNotFound || strings.Contains(body, `"csv"`) {
		t.Errorf("a link: status %d, %s", status, body)
	}
}

// A page reaches the server by a tunnel, whose port is another one, and plays.
func TestTunnel(t *testing.T) {
	s := start(t, &sources{})
	tunnel := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer tunnel.Close()
	go func() {
		for {
			from, err := tunnel.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", s.host)
			if err != nil {
				from.Close()
				return
			}
			carry := func(to, from net.Conn) {
				_, _ = io.Copy(to, from)
				to.Close()
			}
			go carry(to, from)
			go carry(from, to)
		}
	}()
	here := "http://" + tunnel.Addr().String()
	s.base = strings.Replace(s.base, "http://"+s.host, here, 1)
	b := s.open(t)
	defer b.body.Close()
	r := request(t, http.MethodPost, s.base+"ask?table="+b.name, strings.NewReader(`{"do":"catalog"}`))
	r.Header.Set("Origin", here)
	if status, body := s.do(t, r); status != http.StatusNoContent {
		t.Errorf("status %d, %s", status, body)
	}
	if a := b.event(t); !strings.Contains(a, "catalog") {
		t.Errorf("the answer is %.200s", a)
	}
	r.Header.Set("Origin", "http://"+s.host) // another page on this machine
	if status, _ := s.do(t, r); status != http.StatusForbidden {
		t.Errorf("another port as origin: status %d", status)
	}
}

// A server for a container listens everywhere and still asks for the token and a known name.
func TestBind(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, status := command(ctx, "--bind", "0.0.0.0", "--allow-host", "gym.example")
	lines := bufio.NewReader(out)
	line := must.Get(lines.ReadString('\n'))(t)
	shown, err := url.Parse(strings.Fields(line)[1])
	if err != nil || shown.Hostname() != "gym.example" || !strings.Contains(line, "nothing is encrypted") {
		t.Fatalf("it prints %q, %v", line, err)
	}
	for _, c := range []struct {
		host, path string
		status     int
	}{
		{shown.Host, shown.Path, http.StatusOK},
		{"localhost", shown.Path, http.StatusOK},
		{"0.0.0.0", shown.Path, http.StatusMisdirectedRequest},
		{"evil.example", shown.Path, http.StatusMisdirectedRequest},
		{shown.Host, "/x/", http.StatusNotFound},
	} {
		r := request(t, http.MethodGet, "http://127.0.0.1:"+shown.Port()+c.path, nil)
		r.Host = c.host
		answer := must.Get(http.DefaultClient.Do(r))(t)
		answer.Body.Close()
		must.Equal(t, answer.StatusCode, c.status, "%s%s: status", c.host, c.path)
	}
	cancel()
	if _, err := io.ReadAll(lines); err != nil {
		t.Error(err)
	}
	<-status
}

// command runs serve with a context, and returns where its output can be read, and its exit status.
func command(ctx context.Context, arguments ...string) (out io.Reader, status <-chan int) {
	read, write := io.Pipe()
	root := &cobra.Command{Use: "rummygym", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(NewServeCommand())
	done := make(chan int, 1)
	go func() {
		done <- cli.Execute(ctx, root, append([]string{"serve"}, arguments...), nil, write, write)
		write.Close()
	}()
	return read, done
}

func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	out, status := command(ctx)
	lines := bufio.NewReader(out)
	line := must.Get(lines.ReadString('\n'))(t)
	base := strings.Fields(line)[1]
	answer, err := http.Get(base + "stream")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%v: %v", base, err)
	}
	defer answer.Body.Close()
	stream := bufio.NewReader(answer.Body)
	must.Get(stream.ReadString('\n'))(t)
	cancel() // as ctrl-C does
	rest, _ := io.ReadAll(lines)
	if got := <-status; got != 130 || !bytes.Contains(rest, []byte("stopped")) {
		t.Errorf("status %d, want 130; output %q", got, rest)
	}
	if _, err := io.ReadAll(stream); err != nil {
		t.Errorf("the stream did not end cleanly: %v", err)
	}
	if answer, err := http.Get(base); err == nil {
		answer.Body.Close()
		t.Error("the server answers after its end")
	}
}

func TestFlags(t *testing.T) {
	dir := t.TempDir()
	busy := must.Get(net.Listen("tcp", "127.0.0.1:0"))(t)
	defer busy.Close()
	for _, c := range []struct {
		arguments, want string
		status          int // 2: the line is wrong
	}{
		{"--port 70000", "--port 70000: want a whole number from 0 to 65535", 2},
		{fmt.Sprintf("--port %d", busy.Addr().(*net.TCPAddr).Port), "address already in use", 1},
		{"--bind here", "--bind here: want an IP address", 2},
		{"--bind 192.0.2.1", "cannot listen at 192.0.2.1:0", 1}, // of no machine
		{"--allow-host localhost:8020", "--allow-host localhost:8020: want a host name", 2},
		{"--agent nobody", "no agent \"nobody\"", 2},
		{"--agent exec:", "--agent", 2},
		{"--dataset " + filepath.Join(dir, "none"), "--dataset", 1},
		{"--training " + filepath.Join(dir, "none"), "--training", 1},
		{"--training " + dir, "want the folder of a run of rummygym train", 1},
	} {
		out, status := command(t.Context(), strings.Fields(c.arguments)...)
		text, _ := io.ReadAll(out)
		if got := <-status; got != c.status || !strings.Contains(string(text), c.want) {
			t.Errorf("%s: status %d, %q, want %d, %q", c.arguments, got, text, c.status, c.want)
		}
	}
	f := flags{agents: []string{"search:rollouts=7", "sigra:sk=off", "exec:true"}}
	all, err := f.agentsByGame()
	if err != nil || fmt.Sprint(all) != "map[gin:[search:rollouts=7 sigra:sk=off exec:true] gin-match:[search:rollouts=7 sigra:sk=off exec:true] indian:[search:rollouts=7 exec:true] indian-match:[search:rollouts=7 exec:true]]" {
		t.Errorf("the agents are %v (%v)", all, err)
	}
}
