// Creates a post in each of two workspaces, with one client, and prints what each has.
package main

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"strings"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

var ctx = context.Background()

func titlesIn(client *cis.Client, externalID string) []string {
	workspace := cis.Must(client.Workspaces.Ensure(ctx, externalID, &cis.WorkspaceEnsure{Name: externalID}))
	named := client.InWorkspace("external:" + externalID).ForActor("user-4711")
	platforms := []cis.PlatformName{cis.PlatformNameBluesky}
	cis.Must(named.Content.Create(ctx, &cis.ContentCreate{Title: "Of " + externalID, Platforms: platforms}))
	titles := []string{}
	for item, err := range client.InWorkspace(workspace.ID).Content.ListAll(ctx, nil) {
		titles = append(titles, cis.Must(item, err).Title)
	}
	return titles
}

func main() {
	tokens := 0
	client := cis.Must(cis.NewClient(cis.Config{OnResponse: func(response *http.Response) {
		if strings.HasSuffix(response.Request.URL.Path, "/auth/token") {
			tokens++
		}
	}}))
	prefix := os.Getenv("PREFIX")
	titles := [][]string{titlesIn(client, prefix+" 1+1"), titlesIn(client, prefix+" 50%")}
	printed := map[string]any{"titles": titles, "tokens": tokens}
	if err := json.NewEncoder(os.Stdout).Encode(printed); err != nil {
		panic(err)
	}
}
