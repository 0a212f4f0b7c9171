// Verifies the vectors of webhooks.test.ts, and prints the type of each event, null, or the type of another error.
package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

type vector struct {
	Headers map[string][]string `json:"headers"`
	Body    string              `json:"body"`
	Secret  string              `json:"secret"`
}

func decoded(text string) []byte {
	bytes, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return bytes
}

func (v vector) verify() any {
	header := http.Header{}
	for name, values := range v.Headers {
		for _, value := range values {
			header.Add(name, string(decoded(value)))
		}
	}
	event, err := cis.VerifyWebhook(decoded(v.Body), header, v.Secret)
	var rejected *cis.WebhookError
	switch {
	case errors.As(err, &rejected):
		return nil
	case err != nil:
		return fmt.Sprintf("%T", err)
	}
	return event.Type
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
	types := []any{}
	for _, each := range vectors {
		types = append(types, each.verify())
	}
	printed, err := json.Marshal(types)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(printed))
}
