# frozen_string_literal: true

# A customer of your product, from create to delete. The stage key is in CIS_BASE_URL, CIS_CLIENT_ID and CIS_CLIENT_SECRET.
require "content_intelligence"
require "json"
require "net/http"

def publish(client, external_id, receiver)
  # Create: repeat the request after a lost response.
  workspace = client.workspaces.ensure(external_id, name: "Example Bakery")
  customer = client.in_workspace("external:#{external_id}", actor: "user-4711")

  # Receive: one endpoint for all customers. Leave `workspaces` out in your product.
  endpoint = client.webhooks.create(url: receiver, events: ["content.published"], workspaces: [workspace[:id]])

  # Connect: open the URL in the browser of your customer.
  started = customer.connect.create("x", end_user: { display_name: "Ada Example" })
  puts started[:url]
  $stdout.flush
  sleep 0.5 while (connection = customer.connect.get(started[:id]))[:status] == "pending"

  # Publish.
  draft = customer.content.create(title: "Fresh bread, #{external_id}", platforms: ["x"])
  post = customer.content.publish_and_wait(draft[:id])

  # Your server verifies each message that it receives. This program reads those of the local inbox.
  sleep 0.5 until (message = JSON.parse(Net::HTTP.get(URI(receiver)), symbolize_names: true).first)
  event = ContentIntelligence.verify_webhook(*message.values_at(:body, :headers), endpoint[:secret])
  names = { connected: connection[:status], published: post[:status], received: event[:type] }
  puts JSON.generate({ **names, of: event.dig(:workspace, :external_id) })
end

def bill(client, external_id)
  # Bill: what each customer has used this month. Numbers of today follow after an hour.
  rows = client.usage.get(group_by: "workspace", granularity: "month")
  bills = rows.to_h { |row| [row[:external_id], row[:posts_published]] }

  # Delete: at once here, after seven days by default.
  workspace = client.workspaces.get("external:#{external_id}")
  client.workspaces.delete(workspace[:id], grace_days: 0)
  deletion = client.workspaces.deletion(workspace[:id])
  puts JSON.generate({ bill: bills[external_id], deleted: deletion[:external_id] })
end

client = ContentIntelligence::Client.new
if ARGV[0] == "bill"
  bill(client, ENV["CUSTOMER"])
else
  publish(client, ENV["CUSTOMER"], ENV["RECEIVER"])
end
