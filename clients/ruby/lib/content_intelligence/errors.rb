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
    # which the service accepts a repeat. The problem has the detail and the invalid fields (`:errors`).
    attr_reader :status, :code, :request_id, :retry_after, :problem

    def initialize(status, problem, response)
      super(problem[:detail] || problem[:title] || "The response has the status #{status}.")
      @status = status
      @code = problem[:code] || "http_#{status}"
      @request_id = problem[:request_id] || response["x-request-id"]
      @retry_after = response["retry-after"]&.then { |seconds| Integer(seconds, 10, exception: false) }
      @problem = problem
    end

    def retryable? = @problem.fetch(:retryable, status >= 500)
  end

  # There is no complete response: the service may have processed the request.
  class ConnectionError < Error
    def retryable? = true
  end

  # The signature of a webhook is missing, wrong or too old: do not process it.
  class WebhookError < Error; end
end
