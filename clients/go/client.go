package cis

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"os"
	"time"
)

// Config says how to reach a service, and has the credentials for it.
type Config struct {
	// BaseURL is like https://social.example.com/v1. The version is added if it is missing. Defaults to the variable
	// CIS_BASE_URL of the environment.
	BaseURL string
	// ClientID and ClientSecret are those of an API key. Default to CIS_CLIENT_ID and CIS_CLIENT_SECRET.
	ClientID     string
	ClientSecret string
	// AccessToken is a token in place of a key.
	AccessToken string
	// Timeout is the time limit of each attempt. Defaults to a minute. A context limits the whole call.
	Timeout time.Duration
	// MaxRetries is how often a request is repeated. Defaults to 4. A negative number repeats none.
	MaxRetries int
	// HTTPClient sends the requests, and follows no redirect. Defaults to http.DefaultClient.
	HTTPClient *http.Client
	// OnResponse is called with each response, also to a request that is repeated: its headers have the rate limits. It
	// must not read the body.
	OnResponse func(*http.Response)
	// OnRetry is called before each wait for another attempt.
	OnRetry func(Retry)
}

// Retry is a wait for another attempt.
type Retry struct {
	Method string
	Path   string
	// Attempts is how many attempts have failed.
	Attempts int
	Wait     time.Duration
	// Err is the error of the last attempt.
	Err error
}

// Client calls a service. One client serves a whole process: goroutines share its token.
type Client struct {
	*resources
	transport *transport
}

// NewClient returns a client of a service. It reads what the configuration leaves out from the environment.
func NewClient(config Config) (*Client, error) {
	setDefault(&config.BaseURL, "CIS_BASE_URL")
	if config.AccessToken == "" {
		setDefault(&config.ClientID, "CIS_CLIENT_ID")
		setDefault(&config.ClientSecret, "CIS_CLIENT_SECRET")
	}
	if config.AccessToken == "" && (config.ClientID == "" || config.ClientSecret == "") {
		return nil, errors.New("cis: pass ClientID and ClientSecret, or AccessToken, or set CIS_CLIENT_ID and CIS_CLIENT_SECRET")
	}
	baseURL, err := checkedBaseURL(config.BaseURL)
	if err != nil {
		return nil, err
	}
	t := &transport{
		baseURL:    baseURL,
		host:       hostOf(baseURL),
		onResponse: config.OnResponse,
		onRetry:    config.OnRetry,
		timeout:    config.Timeout,
		maxRetries: config.MaxRetries,
		http:       withoutRedirects(config.HTTPClient),
		token:      &sharedToken{turn: make(chan struct{}, 1), text: config.AccessToken},
	}
	if config.AccessToken == "" {
		pair := url.QueryEscape(config.ClientID) + ":" + url.QueryEscape(config.ClientSecret)
		t.basic = "Basic " + base64.StdEncoding.EncodeToString([]byte(pair))
	}
	if t.timeout == 0 {
		t.timeout = time.Minute
	}
	if t.maxRetries == 0 {
		t.maxRetries = 4
	}
	return &Client{newResources(t), t}, nil
}

// InWorkspace returns a client whose requests name a workspace, for a stage key. The name is the id of the workspace, or
// "external:" and your own id of it. Both clients share one token.
func (c *Client) InWorkspace(name string) *Client {
	t := *c.transport
	t.workspace = workspaceHeader(name)
	return &Client{newResources(&t), &t}
}

// ForActor returns a client whose requests name who of the users of your product acts: the audit log records it.
func (c *Client) ForActor(actor string) *Client {
	t := *c.transport
	t.actor = actor
	return &Client{newResources(&t), &t}
}

func setDefault(value *string, variable string) {
	if *value == "" {
		*value = os.Getenv(variable)
	}
}

// withoutRedirects returns a copy of a client that follows none: it would send the credentials to another server.
func withoutRedirects(client *http.Client) *http.Client {
	if client == nil {
		client = http.DefaultClient
	}
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &own
}

// Must returns the value of a call and panics if the call has failed, as template.Must does: for programs and examples that
// an error may end.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
