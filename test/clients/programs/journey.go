// One mode per test: a journey, responses of a later version.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

var ctx = context.Background()

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func failureOf(_ any, err error) *cis.APIError {
	var problem *cis.APIError
	if !errors.As(err, &problem) {
		panic(fmt.Sprint("The call has not failed with a problem: ", err))
	}
	return problem
}

func journey(client *cis.Client) any {
	key := must(client.Auth.Verify(ctx))
	image, sent := os.Getenv("IMAGE"), int64(0)
	media := must(client.Media.Upload(ctx, image, func(bytes, total int64) { sent = bytes }))

	numbers := make(chan int)
	var workers sync.WaitGroup
	for range 8 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for number := range numbers {
				must(client.Content.Create(ctx, &cis.ContentCreate{
					Title:       fmt.Sprintf("go post %d", number),
					Platforms:   []cis.PlatformName{cis.PlatformNameBluesky},
					ScheduledAt: time.Now(),
				}))
			}
		}()
	}
	for number := range 100 {
		numbers <- number
	}
	close(numbers)
	workers.Wait()
	listed, distinct := 0, map[string]bool{}
	for item, err := range client.Content.ListAll(ctx, &cis.ContentListQuery{Limit: 40}) {
		if strings.HasPrefix(must(item, err).Title, "go post ") {
			listed++
			distinct[item.ID] = true
		}
	}

	create := func() *cis.Content {
		return must(client.Content.Create(ctx, &cis.ContentCreate{
			Title:     "go draft",
			Platforms: []cis.PlatformName{cis.PlatformNameX},
			Media:     []cis.MediaItem{{MediaID: media.ID, Alt: "A portrait"}},
		}, cis.WithIdempotencyKey("draft-of-"+media.ID)))
	}
	draft, again := create(), create()
	scheduled := must(client.Schedule.Create(ctx, &cis.ScheduleCreate{
		ContentID:   draft.ID,
		Platforms:   []cis.PlatformName{cis.PlatformNameX},
		ScheduledAt: time.Now().Add(24 * time.Hour),
	}))
	must(client.Schedule.Cancel(ctx, scheduled.ScheduleID))
	etag := must(client.Content.Get(ctx, draft.ID)).ETag
	must(client.Content.Update(ctx, draft.ID, &cis.ContentUpdate{Title: "go changed"}))
	stale := failureOf(client.Content.Update(ctx, draft.ID, &cis.ContentUpdate{Title: "go stale"}, cis.WithIfMatch(etag)))
	published := must(client.Content.PublishAndWait(ctx, draft.ID, 2*time.Minute))
	missing := failureOf(client.Content.Get(ctx, "cnt_missing"))

	receiver := os.Getenv("RECEIVER")
	webhook := must(client.Webhooks.Create(ctx, &cis.WebhookCreate{
		URL:    receiver,
		Events: []cis.EventType{cis.EventTypeContentCreated},
	}))
	must(client.Webhooks.Test(ctx, webhook.WebhookID, &cis.WebhookTest{EventType: cis.EventTypeContentCreated}))
	response := must(http.Get(receiver))
	defer response.Body.Close()
	var inbox []struct {
		Headers map[string]string `json:"headers"`
		Body    string            `json:"body"`
	}
	if err := json.NewDecoder(response.Body).Decode(&inbox); err != nil {
		panic(err)
	}
	header := http.Header{}
	for name, value := range inbox[0].Headers {
		header.Set(name, value)
	}
	return map[string]any{
		"workspace": key.WorkspaceID,
		"progress":  sent == must(os.Stat(image)).Size(),
		"listed":    listed,
		"distinct":  len(distinct),
		"same":      draft.ID == again.ID,
		"scheduled": scheduled.Status,
		"stale":     stale.Code,
		"published": published.Status,
		"missing":   []any{missing.Code, missing.Retryable, missing.RequestID[:4]},
		"event":     must(cis.VerifyWebhook([]byte(inbox[0].Body), header, webhook.Secret)).Type,
	}
}

func later(client *cis.Client) any {
	item := must(client.Content.Get(ctx, "cnt_1"))
	page := must(client.Content.List(ctx, nil))
	event := must(client.Events.Get(ctx, "evt_1"))
	return map[string]any{
		"platforms": item.Platforms,
		"status":    item.Status,
		"listed":    len(page.Data),
		"event":     event.Type,
	}
}

func main() {
	client := must(cis.NewClient(cis.Config{
		BaseURL:      os.Getenv("BASE_URL"),
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		MaxRetries:   12,
	}))
	var printed any
	switch os.Args[1] {
	case "journey":
		printed = journey(client)
	case "later":
		printed = later(client)
	}
	fmt.Println(string(must(json.Marshal(printed))))
}
