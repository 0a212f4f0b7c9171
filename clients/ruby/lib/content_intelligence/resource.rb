# frozen_string_literal: true

module ContentIntelligence
  # The operations on one kind of object.
  class Resource
    def initialize(transport)
      @transport = transport
    end

    private

    def encode(value) = Arguments.encode(value)
  end
end
