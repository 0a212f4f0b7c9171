package cis

import (
	"context"
	"net/http"
	"net/url"
	"time"
)

// PublishAndWait publishes an item now and waits for the outcome: read Status and Targets of the result. After the limit,
// the item is returned as it is: publishing, or unconfirmed while a platform has not confirmed a post.
func (r *ContentResource) PublishAndWait(ctx context.Context, id string, limit time.Duration, given ...Option) (*Content, error) {
	end := time.Now().Add(limit)
	path := "/content/" + url.PathEscape(id)
	body := map[string]string{"status": "published"}
	item, err := send[Content](ctx, r.transport, call{method: http.MethodPut, path: path, body: body}, given)
	for err == nil && isOpen(item) && time.Now().Before(end) {
		if err := wait(ctx, time.Second); err != nil {
			return nil, err
		}
		item, err = send[Content](ctx, r.transport, call{method: http.MethodGet, path: path}, given)
	}
	return item, err
}

// isOpen reports whether the service or a platform still works on an item.
func isOpen(item *Content) bool {
	return item.Status == "scheduled" || item.Status == "publishing" || item.Status == "unconfirmed"
}
