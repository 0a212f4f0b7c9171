# frozen_string_literal: true

# Verifies the vectors of webhooks.test.ts, and prints the type of each event, nil, or the name of another error.

require "content_intelligence"

def decoded(hex) = [hex].pack("H*").force_encoding(Encoding::UTF_8)

def verify(vector)
  headers = vector["headers"].transform_values do |values|
    texts = values.map { |value| decoded(value) }
    texts.size == 1 ? texts[0] : texts
  end
  ContentIntelligence.verify_webhook(decoded(vector["body"]), headers, vector["secret"])[:type]
rescue ContentIntelligence::WebhookError
  nil
rescue StandardError => e
  e.class.name
end

puts JSON.generate(JSON.parse(File.read(ENV.fetch("VECTORS"), encoding: "UTF-8")).map { |vector| verify(vector) })
