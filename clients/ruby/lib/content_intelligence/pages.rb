# frozen_string_literal: true

module ContentIntelligence
  # A list, an Enumerable: it reads its items, page by page, as they are needed. `page` reads one page.
  class Pages
    include Enumerable

    def initialize(query, items, &load)
      @query = query
      @items = items
      @load = load
    end

    # Reads the first page, or that of the `cursor` of the query.
    def page = @load.call(@query)

    def each(&block)
      return enum_for(:each) unless block

      query = @query
      loop do
        page = @load.call(query)
        page.fetch(@items).each(&block)
        cursor = page.dig(:pagination, :next_cursor)
        break self unless cursor

        query = { **@query, cursor: cursor }
      end
    end
  end
end
