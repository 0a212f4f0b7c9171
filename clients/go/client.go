package cis

import (
	"encoding/base64"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Config says how to reach a service, and has the credentials for it.
type Config struct {
	// BaseURL has the version: https://social.example.com/v1.
	BaseURL string
	// ClientID and ClientSecret are those of an API key.
	ClientID     string
	ClientSecret string
	// AccessToken is a token in place of a key.
	AccessToken string
	// Timeout is the time limit of each attempt. Defaults to a minute. A context limits the whole call.
	Timeout time.Duration
	// MaxRetries is how often a request is repeated. Defaults to 4. A negative number repeats none.
	MaxRetries int
	// HTTPClient sends the requests. Defaults to http.DefaultClient.
	HTTPClient *http.Client
}

// Client calls a service. One client serves a whole process: goroutines share its token.
type Client struct {
	*resources
}

// NewClient returns a client of a service.
func NewClient(config Config) (*Client, error) {
	if config.AccessToken == "" && (config.ClientID == "" || config.ClientSecret == "") {
		return nil, errors.New("cis: pass ClientID and ClientSecret, or AccessToken")
	}
	t := &transport{
		baseURL:    strings.TrimRight(config.BaseURL, "/"),
		timeout:    config.Timeout,
		maxRetries: config.MaxRetries,
		http:       config.HTTPClient,
		tokenTurn:  make(chan struct{}, 1),
		token:      config.AccessToken,
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
	if t.http == nil {
		t.http = http.DefaultClient
	}
	return &Client{newResources(t)}, nil
}

// Must returns the value of a call and panics if the call has failed, as template.Must does: for programs and examples that
// an error may end.
func Must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
