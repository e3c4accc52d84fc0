// Package serve holds the command serve: the play page with the engine of the program behind it, for the
// browser on this machine.
//
//	guard.go    who may ask at all: the address, the origin, the token
//	tables.go   a table for each tab: requests come by POST, answers go out as server-sent events
//	sources.go  the datasets and trainings that the command line names
package serve

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"rummygym/cmd/rummygym/internal/cli"
	"rummygym/internal/agents/external"
	"rummygym/internal/catalog"
)

// flags holds the flags of serve.
type flags struct {
	port      int      `option:"port" range:"0:65535" doc:"port; 0 is any free port"`
	bind      string   `option:"bind" default:"127.0.0.1" doc:"IP address to listen on; 0.0.0.0 is all addresses of this machine, for containers"`
	hosts     []string `option:"allow-host" each:"true" doc:"further host name that browsers may use for this server; can be repeated"`
	trainings []string `option:"training" each:"true" doc:"folder of a training run to show; can be repeated"`
	datasets  []string `option:"dataset" each:"true" doc:"dataset to show; can be repeated"`
	agents    []string `option:"agent" each:"true" doc:"further agent to play against; can be repeated; rummygym agents explains how to name agents"`
}

// NewServeCommand returns the command serve.
func NewServeCommand() *cobra.Command {
	var f flags
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play or watch games, or view datasets and runs, in a browser",
		Long: `serve provides a page for your browser on which you play against agents or watch them, with hints, undo
in practice games, and records; it also lists the episodes of a dataset and plots a training run. Only
programs on this machine can connect, with the URL that serve prints, unless --bind says otherwise.
docs/browser.md says more.`,
		Example: `  rummygym serve --dataset data --training run
  rummygym serve --agent learned:run/best.safetensors --port 8020`,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	cli.Options(cmd, &f)
	return cmd
}

// run serves until the context ends.
func (f *flags) run(cmd *cobra.Command) error {
	address, err := f.address()
	if err != nil {
		return err
	}
	agents, err := f.agentsByGame()
	if err != nil {
		return err
	}
	sources, err := newSources(f.datasets, f.trainings)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(cmd.Context(), "tcp", address.String())
	if err != nil {
		return fmt.Errorf("cannot listen at %v (%w): choose another --port or --bind", address, errors.Unwrap(err))
	}
	token := newToken()
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	t := newTables(agents)
	hosts := f.hosts
	if !address.Addr().IsUnspecified() {
		hosts = append(hosts, address.Addr().String())
	}
	server := &http.Server{
		Handler:           newHandler(hosts, token, t, sources),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          nil,
	}
	fmt.Fprintf(cmd.OutOrStdout(), "Open http://%s/%s/ in a browser%s. Ctrl-C ends the program.\n", f.host(address, listener.Addr()), token, where(address))
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-cmd.Context().Done():
	}
	// The streams end with the context; a request in progress has a moment to end.
	rest, stop := context.WithTimeout(context.Background(), 2*time.Second)
	defer stop()
	if err := server.Shutdown(rest); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	t.wait(rest)
	return &cli.StoppedError{Text: "stopped"}
}

// address returns where to listen.
func (f *flags) address() (netip.AddrPort, error) {
	at, err := netip.ParseAddr(f.bind)
	if err != nil {
		return netip.AddrPort{}, fmt.Errorf("--bind %s: want an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all", f.bind)
	}
	for _, host := range f.hosts {
		_, invalid := netip.ParseAddr(host)
		if invalid != nil && !hostName.MatchString(host) {
			return netip.AddrPort{}, fmt.Errorf("--allow-host %s: want a host name or an IP address without a port, such as gym.example", host)
		}
	}
	return netip.AddrPortFrom(at, uint16(f.port)), nil
}

// hostName matches names of hosts.
var hostName = regexp.MustCompile(`^[A-Za-z0-9_]([A-Za-z0-9_.-]*[A-Za-z0-9_])?$`)

// host returns the host and port to show for a server that was asked to listen at address.
func (f *flags) host(address netip.AddrPort, listener net.Addr) string {
	host := address.Addr().String()
	switch {
	case address.Addr().IsLoopback():
	case len(f.hosts) > 0:
		host = f.hosts[0]
	case address.Addr().IsUnspecified():
		host = "localhost"
	}
	return net.JoinHostPort(host, strconv.Itoa(listener.(*net.TCPAddr).Port))
}

// where says where the browser must be.
func where(address netip.AddrPort) string {
	if address.Addr().IsLoopback() {
		return " on this machine"
	}
	return "; all who can reach this machine and see the address can use it, and nothing is encrypted"
}

// agentsByGame returns the agents of --agent by the names of their games.
func (f *flags) agentsByGame() (map[string][]string, error) {
	all := map[string][]string{}
	for _, spec := range f.agents {
		var problems []error
		for _, t := range catalog.Games() {
			if !external.Is(spec) {
				if _, _, err := catalog.OpenAgent(t.Defaults(), spec); err != nil {
					problems = append(problems, err)
					continue
				}
			} else if _, err := external.Parse(spec); err != nil {
				problems = append(problems, err)
				continue
			}
			all[t.Name] = append(all[t.Name], spec)
		}
		if len(problems) == len(catalog.Games()) {
			return nil, fmt.Errorf("--agent: %w", problems[0])
		}
	}
	return all, nil
}
