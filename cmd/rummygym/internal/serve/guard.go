package serve

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// newToken returns a token of 130 random bits or more.
func newToken() string { return rand.Text() }

// policy is the Content-Security-Policy of every answer.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard passes on requests of pages of this server alone. The address of a page is
// http://HOST/TOKEN/, and the next handler gets the path after the token.
type guard struct {
	hosts []string // that a request may name: a page of another name would be one that was rebound to this machine
	token [sha256.Size]byte
	next  http.Handler
}

// newGuard returns a guard that knows this machine and further hosts, names or addresses, by these.
func newGuard(hosts []string, token string, next http.Handler) *guard {
	return &guard{append([]string{"127.0.0.1", "::1", "localhost"}, hosts...), sha256.Sum256([]byte(token)), next}
}

// knows reports whether a request may name a host. Its port is that of a tunnel or container, and may
// be any.
func (g *guard) knows(host string) bool {
	name, port, err := net.SplitHostPort(host)
	if err != nil {
		name = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	} else if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		return false
	}
	return slices.ContainsFunc(g.hosts, func(known string) bool { return strings.EqualFold(known, name) })
}

// ServeHTTP refuses other hosts, other origins and other tokens.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("Cache-Control", "no-store")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	if !g.knows(r.Host) {
		http.Error(w, "this server is not at that address: use the one that rummygym serve printed, or start it with --allow-host and the name of the host", http.StatusMisdirectedRequest)
		return
	}
	if origin := r.Header.Get("Origin"); origin != "" && origin != "http://"+r.Host && origin != "https://"+r.Host {
		http.Error(w, "pages from other origins may not send requests", http.StatusForbidden)
		return
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		http.Error(w, "pages from other sites may not send requests", http.StatusForbidden)
		return
	}
	token, path, slash := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	// Sums have the same length, so that the time tells nothing of the token.
	if sum := sha256.Sum256([]byte(token)); subtle.ConstantTimeCompare(sum[:], g.token[:]) != 1 || !slash {
		http.Error(w, "the token of the address is wrong: use the address that rummygym serve printed", http.StatusNotFound)
		return
	}
	r.URL.Path = path
	g.next.ServeHTTP(w, r)
}
