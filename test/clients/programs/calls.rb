# frozen_string_literal: true

# Runs every scenario of calls.test.ts, and prints the outcome of each.

require "content_intelligence"

ORIGIN = ENV.fetch("ORIGIN")
PARALLEL = Integer(ENV.fetch("PARALLEL"))

class Enough < StandardError; end

def client_of(scenario, **options)
  ContentIntelligence::Client.new(
    base_url: "#{ORIGIN}/#{scenario}/v1", client_id: "key", client_secret: "secret", **options
  )
end

def outcome_of
  yield
  "ok"
rescue ContentIntelligence::ApiError => e
  e.retry_after == 61 ? "#{e.code} after 61" : e.code
rescue ContentIntelligence::ConnectionError
  "connection"
rescue Enough
  "cancelled"
end

def get(client, **options) = outcome_of { client.content.get("cnt_1", **options) }

def get_all(client) = Array.new(PARALLEL) { Thread.new { get(client) } }.map(&:value)

def in_sequence(client) = [get(client), *get_all(client)]

# Begin a call, cancel it when it has arrived, and end what the server has left open.
def cancel(scenario)
  call = Thread.new { get(client_of(scenario)) }
  Net::HTTP.get(URI("#{ORIGIN}/#{scenario}/arrived"))
  call.raise(Enough)
  outcome = call.value
  Net::HTTP.get(URI("#{ORIGIN}/#{scenario}/release"))
  outcome
end

keyed = client_of("keyed")
puts JSON.generate(
  "absent" => get_all(client_of("absent")),
  "expired" => in_sequence(client_of("expired")),
  "rejected" => in_sequence(client_of("rejected")),
  "rejected-twice" => get(client_of("rejected-twice")),
  "cancelled-request" => cancel("cancelled-request"),
  "cancelled-wait" => cancel("cancelled-wait"),
  "cancelled-token" => cancel("cancelled-token"),
  "timeout" => get(client_of("timeout"), timeout: 2),
  "timeouts" => get(client_of("timeouts", max_retries: 1), timeout: 2),
  "retry-after" => get(client_of("retry-after")),
  "long-retry-after" => get(client_of("long-retry-after")),
  "keyless" => outcome_of { client_of("keyless").team.accept_invitation(token: "token", name: "Ada") },
  "keyed" => Array.new(2) { outcome_of { keyed.content.create(title: "Title", platforms: ["x"]) } },
  "limit" => get(client_of("limit", max_retries: 2))
)
