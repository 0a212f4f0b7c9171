# frozen_string_literal: true

# Runs every vector of transport.test.ts, and prints the outcome of each.

require "content_intelligence"

def client_of(vector, hooks)
  if vector["defaults"]
    ENV.update("CIS_BASE_URL" => vector["base_url"], "CIS_CLIENT_ID" => "key", "CIS_CLIENT_SECRET" => "secret")
    return ContentIntelligence::Client.new
  end
  token = vector["access_token"]
  key = token ? { access_token: token } : { client_id: "key", client_secret: "secret" }
  on_response = lambda do |response|
    left = response.headers["x-ratelimit-remaining"]
    hooks << "#{response.method} #{response.status}#{" #{left} left" if left}"
  end
  on_retry = ->(retried) { hooks << "wait #{retried.wait} s after #{retried.attempts}" }
  ContentIntelligence::Client.new(
    base_url: vector["base_url"], timeout: vector["timeout"], max_retries: 1, on_response:, on_retry:, **key
  )
end

def call(vector, hooks)
  client = client_of(vector, hooks)
  case vector["call"]
  when "get" then client.content.get("cnt_1")
  when "update" then client.content.update("cnt_1", title: "Title", if_match: vector["if_match"])
  when "upload" then client.media.upload(ENV.fetch("FILE"))
  else client.content.create(title: "Title", platforms: ["x"], idempotency_key: vector["idempotency_key"])
  end
end

def outcome_of(vector)
  hooks = []
  outcome, message =
    begin
      call(vector, hooks)
      "ok"
    rescue ContentIntelligence::ApiError => e
      [e.code, "#{e.message} #{e.errors.dig(0, :pointer)} #{e.remedy}"]
    rescue ContentIntelligence::ConnectionError => e
      ["connection", e.message]
    rescue ArgumentError
      "invalid"
    rescue StandardError => e
      e.inspect
    end
  { outcome:, message:, hooks: hooks.join(", ") }
end

vectors = JSON.parse(File.read(ENV.fetch("VECTORS"), encoding: "UTF-8"))
puts JSON.generate(vectors.map { |vector| outcome_of(vector) })
