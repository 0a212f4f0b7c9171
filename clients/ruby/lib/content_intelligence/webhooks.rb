# frozen_string_literal: true

module ContentIntelligence
  TOLERANCE_SECONDS = 300
  private_constant :TOLERANCE_SECONDS

  # Verifies the signature of a webhook (Standard Webhooks) and returns its event. `body` is the request body as it arrived: a
  # parsed and generated one has another signature. Later versions of the service may send other types of events: ignore those
  # that you do not know. Raises a WebhookError.
  def self.verify_webhook(body, headers, secret)
    key = webhook_key(secret.to_s)
    id, timestamp, signatures = %w[webhook-id webhook-timestamp webhook-signature].map do |name|
      webhook_header(headers, name)
    end
    unless timestamp.match?(/\A\d{1,12}\z/) && (Time.now.to_i - timestamp.to_i).abs <= TOLERANCE_SECONDS
      raise WebhookError, "The webhook is not of the last five minutes."
    end

    digest = OpenSSL::HMAC.digest("SHA256", key, "#{id}.#{timestamp}.#{body.b}")
    expected = "v1,#{[digest].pack("m0")}"
    unless signatures.split.any? { |signature| OpenSSL.secure_compare(expected, signature) }
      raise WebhookError, "No signature of the webhook is valid."
    end

    webhook_event(body)
  end

  # Returns the bytes of the only value of a header, whose name may have capitals.
  def self.webhook_header(headers, name)
    values = headers.to_h { |key, value| [key, value] }.filter_map { |key, value| value if key.to_s.downcase == name }
    raise WebhookError, "The header #{name} is repeated." if values.size > 1 || values[0].is_a?(Array)
    raise WebhookError, "The header #{name} is missing." if values[0].to_s.empty?

    values[0].b
  end

  def self.webhook_event(body)
    text = body.dup.force_encoding(Encoding::UTF_8)
    event = JSON.parse(text, symbolize_names: true) if text.valid_encoding?
    return event if event.is_a?(Hash) && event[:type].is_a?(String)

    raise WebhookError, "The body of the webhook is no event."
  rescue JSON::ParserError
    raise WebhookError, "The body of the webhook is no event."
  end

  # A secret that begins with `whsec_` is Base64. Any other is used as it is.
  def self.webhook_key(secret)
    raise WebhookError, "The secret is empty." if secret.empty?

    key = secret.start_with?("whsec_") ? secret.delete_prefix("whsec_").unpack1("m0") : secret
    raise WebhookError, "The secret is not valid." if key.empty?

    key
  rescue ArgumentError
    raise WebhookError, "The secret is not valid."
  end
  private_class_method :webhook_header, :webhook_event, :webhook_key
end
