# frozen_string_literal: true

module ContentIntelligence
  # Every error of this library.
  class Error < StandardError
    # Whether the same request may succeed later.
    def retryable? = false
  end

  # The service has rejected the request, or could not process it.
  class ApiError < Error
    # The code is machine-readable, such as "not_found"; later versions of the service may add codes. The request id is for
    # support, and nil if something between you and the service has responded. `retry_after` is the number of seconds after
    # which the service accepts a repeat. The errors are the invalid fields, each with its `:pointer`. The remedy says how to
    # resolve the problem, if this version knows its code. The problem is the whole one, with its `:detail`.
    attr_reader :status, :code, :request_id, :retry_after, :errors, :remedy, :problem

    def initialize(status, problem, response)
      @status = status
      @code = problem[:code] || "http_#{status}"
      @request_id = problem[:request_id] || response["x-request-id"]
      about = [@code, @request_id].compact.join(", ")
      super("#{problem[:detail] || problem[:title] || message_of(status)} (#{about})")
      @errors = problem[:errors] || []
      @remedy = REMEDIES[@code]
      @retry_after = response["retry-after"]&.then { |seconds| Integer(seconds, 10, exception: false) }
      @problem = problem
    end

    def retryable? = @problem.fetch(:retryable, status >= 500)

    private

    def message_of(status)
      return "The response has the status #{status}." if status >= 400

      "The response is a redirect (#{status}), which the library does not follow. Check the base URL."
    end
  end

  # There is no complete response: the service may have processed the request.
  class ConnectionError < Error
    # How often the request was sent.
    attr_accessor :attempts

    def initialize(message = nil, attempts: 1)
      super(message)
      @attempts = attempts
    end

    def message = "#{super} (#{attempts} attempt#{"s" unless attempts == 1})"
    def retryable? = true
  end

  # The signature of a webhook is missing, wrong or too old: do not process it.
  class WebhookError < Error; end
end
