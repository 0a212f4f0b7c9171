// Runs every scenario of calls.test.ts, and prints the outcome of each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

var ctx = context.Background()

func clientOf(scenario string, maxRetries int) *cis.Client {
	client, err := cis.NewClient(cis.Config{
		BaseURL:      os.Getenv("ORIGIN") + "/" + scenario + "/v1",
		ClientID:     "key",
		ClientSecret: "secret",
		MaxRetries:   maxRetries,
	})
	if err != nil {
		panic(err)
	}
	return client
}

func outcomeOf(_ any, err error) string {
	var problem *cis.APIError
	var connection *cis.ConnectionError
	switch {
	case err == nil:
		return "ok"
	case errors.Is(err, context.Canceled):
		return "cancelled"
	case errors.As(err, &problem) && problem.RetryAfter == 61:
		return fmt.Sprintf("%s after 61", problem.Code)
	case errors.As(err, &problem):
		return string(problem.Code)
	case errors.As(err, &connection):
		return "connection"
	}
	panic(err)
}

func get(client *cis.Client, options ...cis.Option) string {
	return outcomeOf(client.Content.Get(ctx, "cnt_1", options...))
}

func getAll(client *cis.Client) []string {
	count, err := strconv.Atoi(os.Getenv("PARALLEL"))
	if err != nil {
		panic(err)
	}
	outcomes := make([]string, count)
	var calls sync.WaitGroup
	for index := range outcomes {
		calls.Add(1)
		go func() {
			defer calls.Done()
			outcomes[index] = get(client)
		}()
	}
	calls.Wait()
	return outcomes
}

func inSequence(scenario string) []string {
	client := clientOf(scenario, 0)
	first := get(client)
	return append([]string{first}, getAll(client)...)
}

func request(scenario, action string) {
	response, err := http.Get(os.Getenv("ORIGIN") + "/" + scenario + "/" + action)
	if err != nil {
		panic(err)
	}
	response.Body.Close()
}

// cancel begins a call, cancels it when it has arrived, and ends what the server has left open.
func cancel(scenario string) string {
	limited, end := context.WithCancel(ctx)
	outcome := make(chan string)
	go func() { outcome <- outcomeOf(clientOf(scenario, 0).Content.Get(limited, "cnt_1")) }()
	request(scenario, "arrived")
	end()
	printed := <-outcome
	request(scenario, "release")
	return printed
}

func keyed() []string {
	client := clientOf("keyed", 0)
	create := func() string {
		body := &cis.ContentCreate{Title: "Title", Platforms: []cis.PlatformName{cis.PlatformNameX}}
		return outcomeOf(client.Content.Create(ctx, body))
	}
	return []string{create(), create()}
}

func main() {
	limit := cis.WithTimeout(2 * time.Second)
	invitation := &cis.InvitationAccept{Token: "token", Name: "Ada"}
	text, err := json.Marshal(map[string]any{
		"absent":            getAll(clientOf("absent", 0)),
		"expired":           inSequence("expired"),
		"rejected":          inSequence("rejected"),
		"rejected-twice":    get(clientOf("rejected-twice", 0)),
		"cancelled-request": cancel("cancelled-request"),
		"cancelled-wait":    cancel("cancelled-wait"),
		"cancelled-token":   cancel("cancelled-token"),
		"timeout":           get(clientOf("timeout", 0), limit),
		"timeouts":          get(clientOf("timeouts", 1), limit),
		"retry-after":       get(clientOf("retry-after", 0)),
		"long-retry-after":  get(clientOf("long-retry-after", 0)),
		"keyless":           outcomeOf(clientOf("keyless", 0).Team.AcceptInvitation(ctx, invitation)),
		"keyed":             keyed(),
		"limit":             get(clientOf("limit", 2)),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
