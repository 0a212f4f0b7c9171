# frozen_string_literal: true

Gem::Specification.new do |spec|
  spec.name = "content_intelligence"
  spec.version = "1.0.0"
  spec.summary = "The client of the Content Intelligence Service: publish each post once, from Ruby."
  spec.license = "Apache-2.0"
  spec.authors = ["The Content Intelligence Service authors"]
  spec.files = Dir["lib/**/*.rb", "sig/*.rbs", "README.md", "CHANGELOG.md", "LICENSE"]
  spec.required_ruby_version = ">= 3.1"
  spec.metadata = { "rubygems_mfa_required" => "true" }
end
