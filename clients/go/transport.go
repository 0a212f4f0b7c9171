package cis

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"time"
)

const (
	// Longer waits are left to the caller, who knows RetryAfter.
	maxWait = time.Minute
	// A token is renewed before the service rejects it.
	usedShareOfToken = 0.9
)

// call is a request of one operation, as the resources describe it.
type call struct {
	method string
	path   string
	query  url.Values
	body   any
	// keyed reports whether the operation takes an idempotency key.
	keyed bool
}

// sent is a request as it is sent.
type sent struct {
	method  string
	path    string
	header  http.Header
	body    []byte
	timeout time.Duration
}

// transport sends requests with a token, and repeats those that may be repeated.
type transport struct {
	baseURL    string
	host       string
	basic      string
	timeout    time.Duration
	maxRetries int
	http       *http.Client
	onResponse func(*http.Response)
	onRetry    func(Retry)
	// workspace and actor are the headers that name them, or empty.
	workspace string
	actor     string
	token     *sharedToken
}

// sharedToken is the token of a client and of those for one workspace that come from it.
type sharedToken struct {
	// turn holds an element while a goroutine reads or renews the token.
	turn   chan struct{}
	text   string
	endsAt time.Time
}

// send sends a request and returns its response. It sets the ETag of an object that has a version.
func send[T any](ctx context.Context, t *transport, c call, given []Option) (*T, error) {
	var o options
	for _, each := range given {
		each(&o)
	}
	header := http.Header{}
	header.Set("Accept", "application/json")
	var body []byte
	if c.body != nil {
		plain := toJSON(c.body)
		if plain == nil {
			// A nil body of an operation whose fields are all optional.
			plain = struct{}{}
		}
		encoded, err := json.Marshal(plain)
		if err != nil {
			return nil, err
		}
		body = encoded
		header.Set("Content-Type", "application/json")
	}
	if c.keyed {
		if o.idempotencyKey == "" {
			o.idempotencyKey = newKey()
		}
		header.Set("Idempotency-Key", o.idempotencyKey)
	}
	if o.ifMatch != "" {
		header.Set("If-Match", o.ifMatch)
	}
	if err := checkHeader("idempotency key", o.idempotencyKey); err != nil {
		return nil, err
	}
	if err := checkHeader("etag", o.ifMatch); err != nil {
		return nil, err
	}
	for _, named := range []struct{ name, value string }{{"workspace", t.workspace}, {"actor", t.actor}} {
		if err := checkHeader(named.name, named.value); err != nil {
			return nil, err
		}
		if named.value != "" {
			header.Set(named.name, named.value)
		}
	}
	path := c.path
	if len(c.query) > 0 {
		path += "?" + c.query.Encode()
	}
	mayRepeat := c.method != http.MethodPost || c.keyed
	for hasNewToken := false; ; hasNewToken = true {
		token, err := t.currentToken(ctx)
		if err != nil {
			return nil, err
		}
		if err := checkHeader("access token", token); err != nil {
			return nil, err
		}
		header.Set("Authorization", "Bearer "+token)
		result, err := repeat[T](ctx, t, mayRepeat, sent{c.method, path, header, body, o.timeout})
		var problem *APIError
		if hasNewToken || t.basic == "" || !errors.As(err, &problem) || problem.Code != "invalid_token" {
			return result, err
		}
		if err := t.dropToken(ctx, token); err != nil {
			return nil, err
		}
	}
}

// repeat runs an attempt again, after a wait, as long as it fails with an error that may pass.
func repeat[T any](ctx context.Context, t *transport, mayRepeat bool, s sent) (*T, error) {
	for number := 0; ; number++ {
		result, err := attempt[T](ctx, t, s)
		if err == nil {
			return result, nil
		}
		delay, mayPass := delayAfter(err, number)
		if connection, ok := err.(*ConnectionError); ok {
			connection.Attempts = number + 1
		}
		if number >= t.maxRetries || !mayRepeat || !mayPass || delay > maxWait {
			return nil, err
		}
		if t.onRetry != nil {
			t.onRetry(Retry{s.method, s.path, number + 1, delay, err})
		}
		if err := wait(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func attempt[T any](ctx context.Context, t *transport, s sent) (*T, error) {
	limit := s.timeout
	if limit == 0 {
		limit = t.timeout
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, s.method, t.baseURL+s.path, bytes.NewReader(s.body))
	if err != nil {
		return nil, err
	}
	request.Header = s.header.Clone()
	response, err := t.http.Do(request)
	if err != nil {
		return nil, t.connectionError(ctx, err)
	}
	defer response.Body.Close()
	if t.onResponse != nil {
		t.onResponse(response)
	}
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, t.connectionError(ctx, err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, newAPIError(response, text)
	}
	result := new(T)
	if !json.Valid(text) {
		return nil, t.connectionError(ctx, errors.New("the response is not complete"))
	}
	if err := json.Unmarshal(text, result); err != nil {
		return nil, fmt.Errorf("cis: the response is not what this version of the library expects: %w", err)
	}
	if versioned, ok := any(result).(interface{ setETag(string) }); ok {
		versioned.setETag(response.Header.Get("ETag"))
	}
	return result, nil
}

// connectionError returns the error of the context if that has ended.
func (t *transport) connectionError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	// The host is that of the service: the error names it again, with the path.
	var request *url.Error
	if errors.As(err, &request) {
		err = request.Err
	}
	return &ConnectionError{t.host, 1, err}
}

// delayAfter returns the wait before the next attempt, and whether it may succeed.
func delayAfter(err error, number int) (time.Duration, bool) {
	// Half a second, doubled with each attempt up to 8 s, of which up to a half is random.
	backoff := min(8*time.Second, time.Second/2<<min(number, 4))
	backoff = time.Duration(float64(backoff) * (0.5 + mathrand.Float64()/2))
	switch e := err.(type) {
	case *ConnectionError:
		return backoff, true
	case *APIError:
		mayPass := e.StatusCode == http.StatusTooManyRequests || e.StatusCode >= 500 || e.Code == "request_in_flight"
		if e.RetryAfter > 0 {
			return time.Duration(e.RetryAfter) * time.Second, mayPass
		}
		return backoff, mayPass
	default:
		return 0, false
	}
}

func wait(ctx context.Context, delay time.Duration) error {
	timer := time.NewTimer(delay)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}

// currentToken returns the token. Goroutines that need a new one at the same time share one request.
func (t *transport) currentToken(ctx context.Context) (string, error) {
	if err := t.takeTurn(ctx); err != nil {
		return "", err
	}
	defer func() { <-t.token.turn }()
	if t.basic == "" || (t.token.text != "" && time.Now().Before(t.token.endsAt)) {
		return t.token.text, nil
	}
	header := http.Header{}
	header.Set("Accept", "application/json")
	header.Set("Authorization", t.basic)
	header.Set("Content-Type", "application/x-www-form-urlencoded")
	body := []byte("grant_type=client_credentials")
	token, err := repeat[Token](ctx, t, true, sent{http.MethodPost, "/auth/token", header, body, 0})
	if err != nil {
		return "", err
	}
	used := float64(token.ExpiresIn) * usedShareOfToken
	t.token.text, t.token.endsAt = token.AccessToken, time.Now().Add(time.Duration(used*float64(time.Second)))
	return t.token.text, nil
}

// dropToken forgets a token that the service has rejected, unless another goroutine has renewed it.
func (t *transport) dropToken(ctx context.Context, token string) error {
	if err := t.takeTurn(ctx); err != nil {
		return err
	}
	defer func() { <-t.token.turn }()
	if t.token.text == token {
		t.token.text = ""
	}
	return nil
}

func (t *transport) takeTurn(ctx context.Context) error {
	select {
	case t.token.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func newKey() string {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		panic(err)
	}
	return fmt.Sprintf("%x", random)
}

// queryOf returns the fields of a query that are set.
func queryOf(query any) url.Values {
	values := url.Values{}
	fields, _ := toJSON(query).(map[string]any)
	for name, value := range fields {
		if at, ok := value.(time.Time); ok {
			value = at.Format(time.RFC3339Nano)
		}
		values.Set(name, fmt.Sprint(value))
	}
	return values
}
