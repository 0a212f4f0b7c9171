package cis

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

var (
	baseURLPattern = regexp.MustCompile(`^https?://[^\s/?#@\\]+(/[^\s?#\\]*)?$`)
	headerPattern  = regexp.MustCompile(`^[\x20-\x7e]*$`)
)

// checkedBaseURL returns a base URL that ends with its version.
func checkedBaseURL(text string) (string, error) {
	parsed, err := url.Parse(text)
	if err != nil || !baseURLPattern.MatchString(text) || parsed.Hostname() == "" || !isPort(parsed.Port()) {
		return "", errors.New("cis: the base URL must be like https://social.example.com/v1, without credentials and query")
	}
	base := strings.TrimRight(text, "/")
	if strings.HasSuffix(base, "/v1") {
		return base, nil
	}
	return base + "/v1", nil
}

// hostOf returns the host of a valid base URL, with its port.
func hostOf(baseURL string) string {
	parsed, err := url.Parse(baseURL)
	if err != nil {
		return ""
	}
	return parsed.Host
}

func isPort(text string) bool {
	number, err := strconv.ParseUint(text, 10, 16)
	return text == "" || (err == nil && number > 0)
}

// workspaceHeader returns the name of a workspace with its external id encoded.
func workspaceHeader(name string) string {
	if externalID, ok := strings.CutPrefix(name, "external:"); ok {
		return "external:" + url.PathEscape(externalID)
	}
	return name
}

// checkHeader returns an error for a value of a header that could add another one.
func checkHeader(name, value string) error {
	if headerPattern.MatchString(value) {
		return nil
	}
	return fmt.Errorf("cis: the %s may have printable ASCII characters only", name)
}
