# frozen_string_literal: true

require "uri"

module ContentIntelligence
  # Checks what a program passes.
  module Arguments
    BASE_URL = %r{\Ahttps?://[^\s/?#@\\]+(/[^\s?#\\]*)?\z}

    # Returns a base URL that ends with its version. Raises an ArgumentError for a text that is none.
    def self.base_url(text)
      uri = URI(text) if BASE_URL.match?(text)
      raise URI::InvalidURIError if uri.nil? || uri.hostname.to_s.empty? || !uri.port.between?(1, 65_535)

      base = text.sub(%r{/+\z}, "")
      base.end_with?("/v1") ? base : "#{base}/v1"
    rescue URI::InvalidURIError
      raise ArgumentError, "The base URL must be like https://social.example.com/v1, without credentials and query."
    end

    # Returns the headers that name a workspace, by its id or as `external:` and an external id, and who acts.
    def self.workspace_headers(workspace, actor)
      name = workspace.sub(/\Aexternal:(.*)\z/m) { "external:#{encode($1)}" }
      headers = { "workspace" => header("workspace", name) }
      actor.nil? ? headers : { **headers, "actor" => header("actor", actor) }
    end

    # Encodes a segment of a path.
    def self.encode(value) = URI.encode_www_form_component(value).gsub("+", "%20")

    # Returns the value of a header. Raises an ArgumentError for one that could add another header.
    def self.header(name, value)
      return value if value.b.match?(/\A[\x20-\x7e]*\z/n)

      raise ArgumentError, "The #{name} may have printable ASCII characters only."
    end
  end
  private_constant :Arguments
end
