# frozen_string_literal: true

module ContentIntelligence
  # A response of the service. The names of the headers are in small letters.
  ResponseInfo = Struct.new(:method, :path, :status, :headers, keyword_init: true)

  # A wait for another attempt, in seconds, after a number of attempts has failed.
  RetryInfo = Struct.new(:method, :path, :attempts, :wait, :error, keyword_init: true)
end
