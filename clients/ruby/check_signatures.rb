# frozen_string_literal: true

# Parses the signatures. RBS 2, which comes with Ruby 3.1, knows no optional keys of records (`?key: String`): it reads them
# as required ones.
require "rbs"

Dir[File.join(__dir__, "sig/*.rbs")].each do |path|
  content = File.read(path).gsub(/^(\s+)\?(?=:?[\w"-]+( =>|:))/, '\1')
  RBS::Parser.parse_signature(RBS::Buffer.new(name: path, content: content))
end
