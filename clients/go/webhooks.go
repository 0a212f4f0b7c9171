package cis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

const toleranceSeconds = 300

var timestampPattern = regexp.MustCompile(`^[0-9]{1,12}$`)

// VerifyWebhook verifies the signature of a webhook (Standard Webhooks) and returns its event. The body is the request body
// as it arrived: a decoded and encoded one has another signature. The error is a *WebhookError.
func VerifyWebhook(body []byte, header http.Header, secret string) (*Event, error) {
	key, err := keyOf(secret)
	if err != nil {
		return nil, err
	}
	var values [3]string
	for index, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		if values[index], err = onlyValue(header, name); err != nil {
			return nil, err
		}
	}
	id, timestamp, signatures := values[0], values[1], values[2]
	seconds, _ := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	if !timestampPattern.MatchString(timestamp) || age > toleranceSeconds || age < -toleranceSeconds {
		return nil, &WebhookError{"the webhook is not of the last five minutes"}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return eventIn(body)
		}
	}
	return nil, &WebhookError{"no signature of the webhook is valid"}
}

func onlyValue(header http.Header, name string) (string, error) {
	values := header.Values(name)
	if len(values) > 1 {
		return "", &WebhookError{"the header " + name + " is repeated"}
	}
	if len(values) == 0 || values[0] == "" {
		return "", &WebhookError{"the header " + name + " is missing"}
	}
	return values[0], nil
}

func eventIn(body []byte) (*Event, error) {
	event := new(Event)
	if err := json.Unmarshal(body, event); err != nil || event.Type == "" || !utf8.Valid(body) {
		return nil, &WebhookError{"the body of the webhook is no event"}
	}
	return event, nil
}

// keyOf decodes a secret that begins with whsec_. Any other is used as it is.
func keyOf(secret string) ([]byte, error) {
	if secret == "" {
		return nil, &WebhookError{"the secret is empty"}
	}
	encoded, isBase64 := strings.CutPrefix(secret, "whsec_")
	if !isBase64 {
		return []byte(secret), nil
	}
	key, err := base64.StdEncoding.DecodeString(encoded)
	// The decoder ignores line breaks.
	if err != nil || len(key) == 0 || base64.StdEncoding.EncodeToString(key) != encoded {
		return nil, &WebhookError{"the secret is not valid"}
	}
	return key, nil
}
