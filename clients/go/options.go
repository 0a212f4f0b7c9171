package cis

import "time"

type options struct {
	idempotencyKey string
	ifMatch        string
	timeout        time.Duration
}

// Option changes one call.
type Option func(*options)

// WithIdempotencyKey sets the key of a call that creates something: two calls with one key have one effect. Each call has
// a key of its own by default, which its repeats share.
func WithIdempotencyKey(key string) Option {
	return func(o *options) { o.idempotencyKey = key }
}

// WithIfMatch sends the ETag of the object as you know it. The call fails with the code precondition_failed after another
// change.
func WithIfMatch(etag string) Option {
	return func(o *options) { o.ifMatch = etag }
}

// WithTimeout sets the time limit of each attempt, in place of that of the client.
func WithTimeout(limit time.Duration) Option {
	return func(o *options) { o.timeout = limit }
}
