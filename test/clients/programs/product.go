// A customer of your product, from create to delete. The stage key is in CIS_BASE_URL, CIS_CLIENT_ID and CIS_CLIENT_SECRET.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	cis "github.com/content-intelligence/content-intelligence-service/clients/go"
)

var ctx, externalID, receiver = context.Background(), os.Getenv("CUSTOMER"), os.Getenv("RECEIVER")

func publish(client *cis.Client) map[string]any {
	// Create: repeat the request after a lost response.
	workspace := cis.Must(client.Workspaces.Ensure(ctx, externalID, &cis.WorkspaceEnsure{Name: "Example Bakery"}))
	customer := client.InWorkspace("external:" + externalID).ForActor("user-4711")

	// Receive: one endpoint for all customers. Leave Workspaces out in your product.
	events, workspaces := []cis.EventType{"content.published"}, []string{workspace.ID}
	endpoint := cis.Must(client.Webhooks.Create(ctx, &cis.WebhookCreate{URL: receiver, Events: events, Workspaces: workspaces}))

	// Connect: open the URL in the browser of your customer.
	started := cis.Must(customer.Connect.Create(ctx, "x", &cis.ConnectCreate{EndUser: &cis.ConnectCreateEndUser{DisplayName: "Ada Example"}}))
	fmt.Println(started.URL)
	connected := func() string { return string(cis.Must(customer.Connect.Get(ctx, started.ID, nil)).Status) }
	for connected() == "pending" {
		time.Sleep(time.Second / 2)
	}

	// Publish.
	draft := cis.Must(customer.Content.Create(ctx, &cis.ContentCreate{Title: "Fresh bread, " + externalID, Platforms: []cis.PlatformName{"x"}}))
	post := cis.Must(customer.Content.PublishAndWait(ctx, draft.ID, 2*time.Minute))

	// Your server verifies each message that it receives. This program reads those of the local inbox.
	var inbox []struct {
		Headers map[string]string
		Body    string
	}
	for ; len(inbox) == 0; time.Sleep(time.Second / 2) {
		response := cis.Must(http.Get(receiver))
		_ = json.NewDecoder(response.Body).Decode(&inbox)
		response.Body.Close()
	}
	header := http.Header{}
	for name, value := range inbox[0].Headers {
		header.Set(name, value)
	}
	event := cis.Must(cis.VerifyWebhook([]byte(inbox[0].Body), header, endpoint.Secret))
	return map[string]any{"connected": connected(), "published": post.Status, "received": event.Type, "of": event.Workspace.ExternalID}
}

func bill(client *cis.Client) map[string]any {
	// Bill: what each customer has used this month. Numbers of today follow after an hour.
	bills := map[string]int64{}
	for row, err := range client.Usage.GetAll(ctx, &cis.UsageGetQuery{GroupBy: "workspace", Granularity: "month"}) {
		if id := cis.Must(row, err).ExternalID; id != nil {
			bills[*id] = row.PostsPublished
		}
	}

	// Delete: at once here, after seven days by default.
	id := cis.Must(client.Workspaces.Get(ctx, "external:"+externalID)).ID
	cis.Must(client.Workspaces.Delete(ctx, id, &cis.WorkspacesDeleteQuery{GraceDays: cis.Ptr[int64](0)}))
	deleted := cis.Must(client.Workspaces.Deletion(ctx, id)).ExternalID
	return map[string]any{"bill": bills[externalID], "deleted": deleted}
}

func main() {
	client := cis.Must(cis.NewClient(cis.Config{}))
	run := publish
	if len(os.Args) > 1 && os.Args[1] == "bill" {
		run = bill
	}
	fmt.Println(string(cis.Must(json.Marshal(run(client)))))
}
