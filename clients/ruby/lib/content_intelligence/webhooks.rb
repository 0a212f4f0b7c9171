# frozen_string_literal: true

module ContentIntelligence
  TOLERANCE_SECONDS = 300
  private_constant :TOLERANCE_SECONDS

  # Verifies the signature of a webhook (Standard Webhooks) and returns its event. `body` is the request body as it arrived: a
  # parsed and generated one has another signature. Later versions of the service may send other types of events: ignore those
  # that you do not know. Raises a WebhookError.
  def self.verify_webhook(body, headers, secret)
    values = headers.to_h { |name, value| [name.to_s.downcase, value] }
    id, timestamp, signatures = %w[webhook-id webhook-timestamp webhook-signature].map do |name|
      value = values[name].to_s
      raise WebhookError, "The header #{name} is missing." if value.empty?

      value
    end
    unless timestamp.match?(/\A\d+\z/) && (Time.now.to_i - timestamp.to_i).abs <= TOLERANCE_SECONDS
      raise WebhookError, "The webhook is not of the last five minutes."
    end

    digest = OpenSSL::HMAC.digest("SHA256", webhook_key(secret), "#{id}.#{timestamp}.#{body}".b)
    expected = "v1,#{[digest].pack("m0")}"
    unless signatures.split.any? { |each| OpenSSL.secure_compare(expected, each) }
      raise WebhookError, "No signature of the webhook is valid."
    end

    JSON.parse(body, symbolize_names: true)
  end

  # A secret that begins with `whsec_` is Base64. Any other is used as it is.
  def self.webhook_key(secret)
    secret.start_with?("whsec_") ? secret.delete_prefix("whsec_").unpack1("m0") : secret
  rescue ArgumentError
    raise WebhookError, "The secret is not valid."
  end
  private_class_method :webhook_key
end
