package cis

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os"
	"time"
)

const maxUploads = 5

// Upload adds a file to the media library and waits until it is inspected. The function onProgress, or nil, is called with
// the number of bytes that were sent, of all bytes; it starts again when the upload is repeated. A file that is rejected
// is a *RejectedMediaError.
func (r *MediaResource) Upload(ctx context.Context, path string, onProgress func(sent, total int64), given ...Option) (*Media, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	body := map[string]int64{"size_bytes": info.Size()}
	created := call{method: http.MethodPost, path: "/media", body: body, keyed: true}
	media, err := send[Media](ctx, r.transport, created, given)
	isSent := false
	for number := 0; err == nil; media, err = r.Get(ctx, media.ID) {
		switch {
		case media.Status == "uploading" && !isSent:
			if number == maxUploads {
				return nil, &ConnectionError{r.transport.host, maxUploads, errors.New("the file could not be uploaded")}
			}
			// After an interrupted upload, Get returns a new URL, or the state of a file that has arrived.
			if isSent, err = put(ctx, r.transport.http, path, info.Size(), media.Upload, onProgress); err != nil {
				return nil, err
			}
			number++
		case media.Status == "ready":
			return media, nil
		case media.Status == "rejected":
			return nil, &RejectedMediaError{media}
		}
		if err := wait(ctx, time.Second/2); err != nil {
			return nil, err
		}
	}
	return nil, err
}

type countedFile struct {
	file       io.Reader
	sent, size int64
	onProgress func(sent, total int64)
}

func (c *countedFile) Read(chunk []byte) (int, error) {
	count, err := c.file.Read(chunk)
	c.sent += int64(count)
	if count > 0 && c.onProgress != nil {
		c.onProgress(c.sent, c.size)
	}
	return count, err
}

// put uploads a file once. It returns whether the store has it, and false for an error that may pass.
func put(ctx context.Context, client *http.Client, path string, size int64, upload *MediaUpload, onProgress func(sent, total int64)) (bool, error) {
	if upload == nil {
		return false, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return false, err
	}
	defer file.Close()
	request, err := http.NewRequestWithContext(ctx, http.MethodPut, upload.URL, &countedFile{file, 0, size, onProgress})
	if err != nil {
		return false, err
	}
	for name, value := range upload.Headers {
		request.Header.Set(name, value)
	}
	request.ContentLength = size
	response, err := client.Do(request)
	if err != nil {
		return false, ctx.Err()
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	// With If-None-Match, 412 means that an earlier attempt has arrived.
	return response.StatusCode < 300 || response.StatusCode == http.StatusPreconditionFailed, nil
}
