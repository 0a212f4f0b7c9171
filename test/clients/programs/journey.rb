# frozen_string_literal: true

# One mode per test: a journey, responses of a later version.

require "content_intelligence"

CLIENT = ContentIntelligence::Client.new(
  base_url: ENV.fetch("BASE_URL"), client_id: ENV["CLIENT_ID"], client_secret: ENV["CLIENT_SECRET"], max_retries: 12
)

def failure_of
  yield
  raise "The call has succeeded."
rescue ContentIntelligence::ApiError => e
  e
end

def publish_posts
  numbers = Queue.new
  100.times { |number| numbers << number }
  numbers.close
  threads = Array.new(8) do
    Thread.new do
      while (number = numbers.pop)
        CLIENT.content.create(title: "ruby post #{number}", platforms: ["bluesky"], scheduled_at: Time.now)
      end
    end
  end
  threads.each(&:join)
end

def journey
  key = CLIENT.auth.verify
  sent = 0
  image = ENV.fetch("IMAGE")
  media = CLIENT.media.upload(image) { |bytes, _total| sent = bytes }
  publish_posts
  listed = CLIENT.content.list(limit: 40).select { |item| item[:title]&.start_with?("ruby post ") }

  body = { title: "ruby draft", platforms: ["x"], media: [{ media_id: media[:id], alt: "A portrait" }] }
  draft, again = Array.new(2) { CLIENT.content.create(**body, idempotency_key: "draft-of-#{media[:id]}") }
  scheduled = CLIENT.schedule.create(content_id: draft[:id], platforms: ["x"], scheduled_at: Time.now + 86_400)
  CLIENT.schedule.cancel(scheduled[:schedule_id])
  etag = CLIENT.content.get(draft[:id])[:etag]
  CLIENT.content.update(draft[:id], title: "ruby changed")
  stale = failure_of { CLIENT.content.update(draft[:id], title: "ruby stale", if_match: etag) }
  published = CLIENT.content.publish_and_wait(draft[:id])
  missing = failure_of { CLIENT.content.get("cnt_missing") }

  receiver = ENV.fetch("RECEIVER")
  webhook = CLIENT.webhooks.create(url: receiver, events: ["content.created"])
  CLIENT.webhooks.test(webhook[:webhook_id], event_type: "content.created")
  inbox = JSON.parse(Net::HTTP.get(URI(receiver)), symbolize_names: true)
  {
    workspace: key[:workspace_id],
    progress: sent == File.size(image),
    listed: listed.size,
    distinct: listed.map { |item| item[:id] }.uniq.size,
    same: draft[:id] == again[:id],
    scheduled: scheduled[:status],
    stale: stale.code,
    published: published[:status],
    missing: [missing.code, missing.retryable?, missing.request_id[0, 4]],
    event: ContentIntelligence.verify_webhook(*inbox[0].values_at(:body, :headers), webhook[:secret])[:type]
  }
end

def later
  item = CLIENT.content.get("cnt_1")
  page = CLIENT.content.list.page
  event = CLIENT.events.get("evt_1")
  { platforms: item[:platforms], status: item[:status], listed: page[:data].size, event: event[:type] }
end

puts JSON.generate({ "journey" => method(:journey), "later" => method(:later) }[ARGV[0]].call)
