// Runs every vector of transport.test.ts, and prints the outcome of each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

type vector struct {
	BaseURL        string  `json:"base_url"`
	Call           string  `json:"call"`
	IdempotencyKey string  `json:"idempotency_key"`
	IfMatch        string  `json:"if_match"`
	AccessToken    string  `json:"access_token"`
	Timeout        float64 `json:"timeout"`
	Defaults       bool    `json:"defaults"`
}

var ctx = context.Background()

type outcome struct {
	Outcome string `json:"outcome"`
	Message string `json:"message"`
	Hooks   string `json:"hooks"`
}

func (v vector) client(hooks *[]string) (*cis.Client, error) {
	if v.Defaults {
		for name, value := range map[string]string{"BASE_URL": v.BaseURL, "CLIENT_ID": "key", "CLIENT_SECRET": "secret"} {
			os.Setenv("CIS_"+name, value)
		}
		return cis.NewClient(cis.Config{})
	}
	config := cis.Config{
		BaseURL:     v.BaseURL,
		AccessToken: v.AccessToken,
		Timeout:     time.Duration(v.Timeout * float64(time.Second)),
		MaxRetries:  1,
		OnResponse: func(response *http.Response) {
			text := fmt.Sprint(response.Request.Method, " ", response.StatusCode)
			if left := response.Header.Get("X-RateLimit-Remaining"); left != "" {
				text += " " + left + " left"
			}
			*hooks = append(*hooks, text)
		},
		OnRetry: func(retry cis.Retry) {
			*hooks = append(*hooks, fmt.Sprintf("wait %v s after %d", retry.Wait.Seconds(), retry.Attempts))
		},
	}
	if v.AccessToken == "" {
		config.ClientID, config.ClientSecret = "key", "secret"
	}
	return cis.NewClient(config)
}

func (v vector) call(hooks *[]string) error {
	client, err := v.client(hooks)
	if err != nil {
		return err
	}
	switch v.Call {
	case "get":
		_, err = client.Content.Get(ctx, "cnt_1")
	case "update":
		_, err = client.Content.Update(ctx, "cnt_1", &cis.ContentUpdate{Title: "Title"}, cis.WithIfMatch(v.IfMatch))
	case "upload":
		_, err = client.Media.Upload(ctx, os.Getenv("FILE"), nil)
	default:
		item := &cis.ContentCreate{Title: "Title", Platforms: []cis.PlatformName{cis.PlatformNameX}}
		_, err = client.Content.Create(ctx, item, cis.WithIdempotencyKey(v.IdempotencyKey))
	}
	return err
}

func (v vector) outcome() outcome {
	hooks := []string{}
	kind, message := describe(v.call(&hooks))
	return outcome{kind, message, strings.Join(hooks, ", ")}
}

func describe(err error) (kind, message string) {
	var problem *cis.APIError
	var connection *cis.ConnectionError
	switch {
	case err == nil:
		return "ok", ""
	case errors.As(err, &problem):
		pointer := ""
		if len(problem.Errors) > 0 {
			pointer = problem.Errors[0].Pointer
		}
		return string(problem.Code), fmt.Sprint(problem, " ", pointer, " ", problem.Remedy)
	case errors.As(err, &connection):
		return "connection", err.Error()
	case strings.HasPrefix(err.Error(), "cis: ") && errors.Unwrap(err) == nil:
		return "invalid", ""
	}
	return err.Error(), ""
}

func main() {
	text, err := os.ReadFile(os.Getenv("VECTORS"))
	if err != nil {
		panic(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	outcomes := []outcome{}
	for _, each := range vectors {
		outcomes = append(outcomes, each.outcome())
	}
	printed, err := json.Marshal(outcomes)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(printed))
}
