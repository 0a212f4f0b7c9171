package cis

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
)

// APIError is a request that the service has rejected, or could not process.
type APIError struct {
	// Problem has the Code, such as not_found, the Detail and the invalid fields (Errors). Later versions of the service
	// may add codes. Its RequestID is empty if something between you and the service has responded.
	Problem
	// StatusCode is that of the response.
	StatusCode int
	// RetryAfter is the number of seconds after which the service accepts a repeat, or 0.
	RetryAfter int
	// Remedy says how to resolve the problem. It is empty for a code that this version does not know.
	Remedy string
}

func (e *APIError) Error() string {
	about := string(e.Code)
	if e.RequestID != "" {
		about += ", " + e.RequestID
	}
	return fmt.Sprintf("cis: %s (%s)", e.Detail, about)
}

// ConnectionError means that there is no complete response: the service may have processed the request.
type ConnectionError struct {
	// Host is that of the service, with its port.
	Host string
	// Attempts is how often the request was sent.
	Attempts int
	// Err is the error of the last attempt.
	Err error
}

func (e *ConnectionError) Error() string {
	attempts := "1 attempt"
	if e.Attempts > 1 {
		attempts = fmt.Sprintf("%d attempts", e.Attempts)
	}
	return fmt.Sprintf("cis: %s: %v (%s)", e.Host, e.Err, attempts)
}

// Unwrap returns the cause.
func (e *ConnectionError) Unwrap() error { return e.Err }

// WebhookError means that the signature of a webhook is missing, wrong or too old: do not process it.
type WebhookError struct {
	Reason string
}

func (e *WebhookError) Error() string { return "cis: " + e.Reason }

// RejectedMediaError means that a file was rejected.
type RejectedMediaError struct {
	// Media has the reason as its Error.
	Media *Media
}

func (e *RejectedMediaError) Error() string {
	if e.Media.Error == nil {
		return "cis: the file was rejected"
	}
	return "cis: the file was rejected: " + e.Media.Error.Message
}

// Retryable reports whether the same request may succeed later.
func Retryable(err error) bool {
	switch e := err.(type) {
	case *ConnectionError:
		return true
	case *APIError:
		return e.Retryable
	default:
		return false
	}
}

func newAPIError(response *http.Response, body []byte) *APIError {
	e := &APIError{StatusCode: response.StatusCode}
	e.Retryable = response.StatusCode >= 500
	// A body that is no problem is that of something between us and the service.
	_ = json.Unmarshal(body, &e.Problem)
	if e.Code == "" {
		e.Code = ProblemCode("http_" + strconv.Itoa(response.StatusCode))
	}
	e.Remedy = remedyOf(e.Code)
	if e.Detail == "" {
		e.Detail = detailOf(response.StatusCode)
	}
	if e.RequestID == "" {
		e.RequestID = response.Header.Get("X-Request-Id")
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
		e.RetryAfter = seconds
	}
	return e
}

func detailOf(status int) string {
	if status >= 400 {
		return fmt.Sprintf("the response has the status %d", status)
	}
	return fmt.Sprintf("the response is a redirect (%d), which the library does not follow: check the base URL", status)
}
