package serve

import (
	"encoding/json"
	"net/http"
	"strconv"

	"rummygym/internal/web"
)

// maxBody is the maximum size of a request, in bytes: of the records of a table.
const maxBody = 4 << 20

// newHandler returns the handler of the server, which is also known by the names or addresses hosts.
func newHandler(hosts []string, token string, t *tables, s *sources) http.Handler {
	files := web.Serve()
	types := map[string]string{"": "text/html; charset=utf-8", "page.js": "text/javascript; charset=utf-8", "page.css": "text/css; charset=utf-8", "replay.html": "text/html; charset=utf-8"}
	answers := map[string]http.HandlerFunc{
		"stream":   t.stream,
		"library":  func(w http.ResponseWriter, _ *http.Request) { writeJSON(w, s.library()) },
		"episodes": func(w http.ResponseWriter, r *http.Request) { answer(w, r, s.episodes) },
		"episode":  func(w http.ResponseWriter, r *http.Request) { answer(w, r, s.episode) },
		"metrics":  func(w http.ResponseWriter, r *http.Request) { answer(w, r, s.metrics) },
	}
	return newGuard(hosts, token, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, method := r.URL.Path, http.MethodGet
		if path == "ask" {
			method = http.MethodPost
		}
		content, ok := files[path]
		answering := answers[path]
		switch {
		case !ok && answering == nil && path != "ask":
			http.Error(w, "there is no such page", http.StatusNotFound)
		case r.Method != method:
			w.Header().Set("Allow", method)
			http.Error(w, "want "+method, http.StatusMethodNotAllowed)
		case path == "ask":
			t.ask(w, r)
		case ok:
			w.Header().Set("Content-Type", types[path])
			_, _ = w.Write(content) // the reader may be gone
		default:
			answering(w, r)
		}
	}))
}

// answer writes what a function of the numbers of a query returns: of "of", an index of the sources, and of
// "at", from 0.
func answer(w http.ResponseWriter, r *http.Request, find func(of int, at int64) (any, error)) {
	query := r.URL.Query()
	of, err := strconv.Atoi(query.Get("of"))
	at := int64(0)
	if text := query.Get("at"); err == nil && text != "" {
		at, err = strconv.ParseInt(text, 10, 64)
	}
	if err != nil || of < 0 || at < 0 {
		http.Error(w, "want of=NUMBER and at=NUMBER", http.StatusBadRequest)
		return
	}
	found, err := find(of, at)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return
	}
	writeJSON(w, found)
}

// writeJSON writes an answer.
func writeJSON(w http.ResponseWriter, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(data) // the reader may be gone
}
