# frozen_string_literal: true

require "json"
require "net/http"
require "openssl"
require "securerandom"
require "time"
require "uri"

module ContentIntelligence
  # Sends requests with a token, and repeats those that may be repeated.
  class Transport
    # Longer waits are left to the caller, who knows `retry_after`.
    MAX_WAIT_SECONDS = 60
    # A token is renewed before the service rejects it.
    USED_SHARE_OF_TOKEN = 0.9
    CONNECTION_ERRORS = [
      SystemCallError, SocketError, IOError, Timeout::Error, OpenSSL::SSL::SSLError, Net::ProtocolError,
      Net::HTTPBadResponse, JSON::ParserError
    ].freeze

    # What the transports of a client and of its workspaces share.
    SharedToken = Struct.new(:text, :ends_at)
    private_constant :SharedToken

    def initialize(
      base_url:, client_id:, client_secret:, access_token:, timeout:, max_retries:, on_response:, on_retry:
    )
      base_url ||= ENV.fetch("CIS_BASE_URL") { raise ArgumentError, "Pass base_url, or set CIS_BASE_URL." }
      if access_token.nil?
        client_id ||= ENV["CIS_CLIENT_ID"]
        client_secret ||= ENV["CIS_CLIENT_SECRET"]
        if client_id.nil? || client_secret.nil?
          names = "CIS_CLIENT_ID and CIS_CLIENT_SECRET"
          raise ArgumentError, "Pass client_id and client_secret, or access_token, or set #{names}."
        end
      end

      @on_response = on_response
      @on_retry = on_retry
      @base_url = Arguments.base_url(base_url)
      @key = [client_id, client_secret]
      @access_token = access_token
      @timeout = timeout
      @max_retries = max_retries
      @mutex = Mutex.new
      @token = SharedToken.new(nil, 0.0)
      @headers = {}
    end

    # Returns a transport that sends further headers with each request. It shares the token of this one.
    def with_headers(headers)
      dup.tap { |derived| derived.instance_variable_set(:@headers, { **@headers, **headers }) }
    end

    # Sends a request and returns its response. Adds `:etag` to an object that has a version.
    def send(method, path, query: {}, body: nil, keyed: false, idempotency_key: nil, if_match: nil, timeout: nil)
      # A compressed response has no length with which an interrupted one could be recognized.
      headers = { "accept" => "application/json", "accept-encoding" => "identity", **@headers }
      headers["content-type"] = "application/json" if body
      headers["idempotency-key"] = Arguments.header("idempotency key", idempotency_key || SecureRandom.uuid) if keyed
      headers["if-match"] = Arguments.header("etag", if_match) if if_match
      data = body && JSON.generate(plain(body))
      path += "?#{URI.encode_www_form(plain(query))}" unless query.empty?
      repeatable = method != "POST" || keyed
      has_new_token = false
      begin
        token = current_token
        authorized = { **headers, "authorization" => "Bearer #{Arguments.header("access token", token)}" }
        repeat(repeatable, method, path, authorized, data, timeout)
      rescue ApiError => e
        raise if e.code != "invalid_token" || has_new_token || @access_token.is_a?(String)

        has_new_token = true
        # Another thread may have renewed it.
        @mutex.synchronize { @token.text = nil if @token.text == token }
        retry
      end
    end

    private

    def repeat(repeatable, method, path, headers, data, timeout = nil)
      number = 0
      begin
        attempt(method, path, headers, data, timeout)
      rescue Error => e
        after = e.retry_after if e.is_a?(ApiError)
        e.attempts = number + 1 if e.is_a?(ConnectionError)
        raise if number >= @max_retries || !repeatable || !may_pass?(e) || (after || 0) > MAX_WAIT_SECONDS

        # Half a second, doubled with each attempt up to 8 s, of which up to a half is random.
        seconds = after || ([8.0, 0.5 * (2**number)].min * rand(0.5..1.0))
        number += 1
        @on_retry&.call(RetryInfo.new(method: method, path: path, attempts: number, wait: seconds, error: e))
        sleep(seconds)
        retry
      end
    end

    def may_pass?(error)
      return true if error.is_a?(ConnectionError)

      error.is_a?(ApiError) && (error.status == 429 || error.status >= 500 || error.code == "request_in_flight")
    end

    def attempt(method, path, headers, data, timeout)
      uri = URI(@base_url + path)
      limit = timeout || @timeout
      limits = { open_timeout: limit, read_timeout: limit, write_timeout: limit }
      # The library of Ruby would repeat requests of its own accord. It follows no redirects.
      response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", max_retries: 0, **limits) do |http|
        http.send_request(method, uri.request_uri, data, headers)
      end
      report(method, path, response)
      length = response.content_length
      raise EOFError, "The response is not complete." if length && response.body.to_s.bytesize < length

      status = response.code.to_i
      raise ApiError.new(status, problem_in(response.body), response) unless status.between?(200, 299)

      result = JSON.parse(response.body, symbolize_names: true)
      result[:etag] = response["etag"] if response["etag"] && result.is_a?(Hash)
      result
    rescue *CONNECTION_ERRORS => e
      reason = e.is_a?(JSON::ParserError) ? "The response is not complete" : e.message
      raise ConnectionError, "#{uri.host}:#{uri.port}: #{reason}"
    end

    def report(method, path, response)
      return if @on_response.nil?

      headers = response.each_header.to_h
      @on_response.call(ResponseInfo.new(method: method, path: path, status: response.code.to_i, headers: headers))
    end

    def problem_in(body)
      problem = JSON.parse(body, symbolize_names: true)
      problem.is_a?(Hash) ? problem : {}
    rescue JSON::ParserError, TypeError
      {}
    end

    # Threads that need a new token at the same time share one request.
    def current_token
      return @access_token if @access_token.is_a?(String)

      @mutex.synchronize do
        renew_token if @token.text.nil? || Process.clock_gettime(Process::CLOCK_MONOTONIC) >= @token.ends_at
        @token.text
      end
    end

    def renew_token
      if @access_token
        @token.ends_at = Float::INFINITY
        return @token.text = @access_token.call
      end
      pair = @key.map { |part| URI.encode_www_form_component(part) }.join(":")
      headers = {
        "accept" => "application/json",
        "authorization" => "Basic #{[pair].pack("m0")}",
        "content-type" => "application/x-www-form-urlencoded"
      }
      token = repeat(true, "POST", "/auth/token", headers, "grant_type=client_credentials")
      seconds = token[:expires_in] * USED_SHARE_OF_TOKEN
      @token.ends_at = Process.clock_gettime(Process::CLOCK_MONOTONIC) + seconds
      @token.text = token[:access_token]
    end

    # Times may be given as Time.
    def plain(value)
      case value
      when Time then value.utc.iso8601(3)
      when Hash then value.transform_values { |each| plain(each) }
      when Array then value.map { |each| plain(each) }
      else value
      end
    end
  end
end
