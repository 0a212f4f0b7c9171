# frozen_string_literal: true

# Creates a post in each of two workspaces, with one client, and prints what each has.
require "content_intelligence"
require "json"

def titles_in(client, external_id)
  workspace = client.workspaces.ensure(external_id, name: external_id)
  named = client.in_workspace("external:#{external_id}", actor: "user-4711")
  named.content.create(title: "Of #{external_id}", platforms: ["bluesky"])
  client.in_workspace(workspace[:id]).content.list.map { |item| item[:title] }
end

tokens = 0
client = ContentIntelligence::Client.new(
  on_response: ->(response) { tokens += 1 if response.path == "/auth/token" }
)
prefix = ENV["PREFIX"]
titles = [titles_in(client, "#{prefix} 1+1"), titles_in(client, "#{prefix} 50%")]
puts JSON.generate({ titles: titles, tokens: tokens })
