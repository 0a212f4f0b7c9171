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

// transport sends requests with a token, and repeats those that may be repeated.
type transport struct {
	baseURL    string
	basic      string
	timeout    time.Duration
	maxRetries int
	http       *http.Client
	// tokenTurn holds an element while a goroutine reads or renews the token.
	tokenTurn   chan struct{}
	token       string
	tokenEndsAt time.Time
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
		encoded, err := json.Marshal(toJSON(c.body))
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
		header.Set("Authorization", "Bearer "+token)
		result, err := repeat(ctx, t.maxRetries, mayRepeat, func() (*T, error) {
			return attempt[T](ctx, t, c.method, path, header, body, o.timeout)
		})
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
func repeat[T any](ctx context.Context, maxRetries int, mayRepeat bool, attempt func() (*T, error)) (*T, error) {
	for number := 0; ; number++ {
		result, err := attempt()
		if err == nil {
			return result, nil
		}
		delay, mayPass := delayAfter(err, number)
		if number >= maxRetries || !mayRepeat || !mayPass || delay > maxWait {
			return nil, err
		}
		if err := wait(ctx, delay); err != nil {
			return nil, err
		}
	}
}

func attempt[T any](ctx context.Context, t *transport, method, path string, header http.Header, body []byte, limit time.Duration) (*T, error) {
	if limit == 0 {
		limit = t.timeout
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, method, t.baseURL+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header = header.Clone()
	response, err := t.http.Do(request)
	if err != nil {
		return nil, connectionError(ctx, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, connectionError(ctx, err)
	}
	if response.StatusCode < 200 || response.StatusCode > 299 {
		return nil, newAPIError(response, text)
	}
	result := new(T)
	if err := json.Unmarshal(text, result); err != nil {
		return nil, fmt.Errorf("cis: the response is not what this version of the library expects: %w", err)
	}
	if versioned, ok := any(result).(interface{ setETag(string) }); ok {
		versioned.setETag(response.Header.Get("ETag"))
	}
	return result, nil
}

// connectionError returns the error of the context if that has ended.
func connectionError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return &ConnectionError{err}
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
	defer func() { <-t.tokenTurn }()
	if t.basic == "" || (t.token != "" && time.Now().Before(t.tokenEndsAt)) {
		return t.token, nil
	}
	header := http.Header{}
	header.Set("Accept", "application/json")
	header.Set("Authorization", t.basic)
	header.Set("Content-Type", "application/x-www-form-urlencoded")
	body := []byte("grant_type=client_credentials")
	token, err := repeat(ctx, t.maxRetries, true, func() (*Token, error) {
		return attempt[Token](ctx, t, http.MethodPost, "/auth/token", header, body, 0)
	})
	if err != nil {
		return "", err
	}
	used := float64(token.ExpiresIn) * usedShareOfToken
	t.token, t.tokenEndsAt = token.AccessToken, time.Now().Add(time.Duration(used*float64(time.Second)))
	return t.token, nil
}

// dropToken forgets a token that the service has rejected, unless another goroutine has renewed it.
func (t *transport) dropToken(ctx context.Context, token string) error {
	if err := t.takeTurn(ctx); err != nil {
		return err
	}
	defer func() { <-t.tokenTurn }()
	if t.token == token {
		t.token = ""
	}
	return nil
}

func (t *transport) takeTurn(ctx context.Context) error {
	select {
	case t.tokenTurn <- struct{}{}:
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
