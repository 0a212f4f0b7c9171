package cis

import (
	"context"
	"net/url"
)

// walk returns a function to range over (an iter.Seq2): it reads the items of a list, page by page. The last pair has the
// error, if there is one.
func walk[P, T any](ctx context.Context, t *transport, path string, query url.Values, given []Option, itemsOf func(*P) ([]T, *string)) func(yield func(T, error) bool) {
	return func(yield func(T, error) bool) {
		for {
			page, err := send[P](ctx, t, call{method: "GET", path: path, query: query}, given)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			items, cursor := itemsOf(page)
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
			if cursor == nil {
				return
			}
			query.Set("cursor", *cursor)
		}
	}
}
