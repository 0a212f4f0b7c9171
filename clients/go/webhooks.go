package cis

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// VerifyWebhook verifies the signature of a webhook (Standard Webhooks) and returns its event. The body is the request body
// as it arrived: a decoded and encoded one has another signature. The error is a *WebhookError.
func VerifyWebhook(body []byte, header http.Header, secret string) (*Event, error) {
	id, timestamp := header.Get("Webhook-Id"), header.Get("Webhook-Timestamp")
	signatures := header.Get("Webhook-Signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, &WebhookError{"a header of the webhook is missing"}
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := time.Now().Unix() - seconds
	if err != nil || age > toleranceSeconds || age < -toleranceSeconds {
		return nil, &WebhookError{"the webhook is not of the last five minutes"}
	}
	key, err := keyOf(secret)
	if err != nil {
		return nil, &WebhookError{"the secret is not valid"}
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, each := range strings.Split(signatures, " ") {
		if hmac.Equal(expected, []byte(each)) {
			event := new(Event)
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, &WebhookError{"no signature of the webhook is valid"}
}

// keyOf decodes a secret that begins with whsec_. Any other is used as it is.
func keyOf(secret string) ([]byte, error) {
	if encoded, ok := strings.CutPrefix(secret, "whsec_"); ok {
		return base64.StdEncoding.DecodeString(encoded)
	}
	return []byte(secret), nil
}
