# frozen_string_literal: true

module ContentIntelligence
  # The client of a service. One client serves a whole process: its threads share its token.
  class Client < Resources
    # Pass the base URL with its version, and the id and the secret of an API key. They default to the variables
    # `CIS_BASE_URL`, `CIS_CLIENT_ID` and `CIS_CLIENT_SECRET` of the environment.
    #
    # `access_token` is a token in place of a key, or a proc that returns one: it is called again when the token has expired.
    # `timeout` is the time limit of each wait for the service, in seconds. `on_response` is called with each response, whose
    # headers have the rate limits, and `on_retry` before each wait for another attempt.
    def initialize(
      base_url: nil, client_id: nil, client_secret: nil, access_token: nil, timeout: 60, max_retries: 4,
      on_response: nil, on_retry: nil
    )
      @transport = Transport.new(
        base_url:, client_id:, client_secret:, access_token:, timeout:, max_retries:, on_response:, on_retry:
      )
      super(@transport)
    end

    # Returns a client whose requests name a workspace, for a stage key. `workspace` is the id of the workspace, or
    # `external:` and your own id of it. `actor` is who of the users of your product acts: the audit log records it. Both
    # clients share one token.
    def in_workspace(workspace, actor: nil)
      transport = @transport.with_headers(Arguments.workspace_headers(workspace, actor))
      dup.tap { |client| client.__send__(:use, transport) }
    end

    private

    def use(transport)
      @transport = transport
      Resources.instance_method(:initialize).bind_call(self, transport)
    end
  end
end
