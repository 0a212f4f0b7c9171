# frozen_string_literal: true

module ContentIntelligence
  # The operations on one kind of object.
  class Resource
    def initialize(transport)
      @transport = transport
    end

    private

    def encode(value) = URI.encode_www_form_component(value).gsub("+", "%20")
  end
end
