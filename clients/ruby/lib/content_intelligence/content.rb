# frozen_string_literal: true

module ContentIntelligence
  class ContentResource
    # Statuses in which the service or a platform still works on an item.
    OPEN = %w[scheduled publishing unconfirmed].freeze
    private_constant :OPEN

    # Publishes an item now and waits for the outcome: read `:status` and `:targets` of the result. After `wait` seconds, the
    # item is returned as it is: `publishing`, or `unconfirmed` while a platform has not confirmed a post.
    def publish_and_wait(id, wait: 120, timeout: nil)
      ends_at = Process.clock_gettime(Process::CLOCK_MONOTONIC) + wait
      item = update(id, status: "published", timeout: timeout)
      while OPEN.include?(item[:status]) && Process.clock_gettime(Process::CLOCK_MONOTONIC) < ends_at
        sleep 1
        item = get(id, timeout: timeout)
      end
      item
    end
  end
end
