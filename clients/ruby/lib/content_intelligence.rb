# frozen_string_literal: true

# The client of the Content Intelligence Service.
module ContentIntelligence
end

require_relative "content_intelligence/remedies"
require_relative "content_intelligence/errors"
require_relative "content_intelligence/hooks"
require_relative "content_intelligence/arguments"
require_relative "content_intelligence/transport"
require_relative "content_intelligence/pages"
require_relative "content_intelligence/resource"
require_relative "content_intelligence/resources"
require_relative "content_intelligence/content"
require_relative "content_intelligence/media"
require_relative "content_intelligence/webhooks"
require_relative "content_intelligence/client"
