# frozen_string_literal: true

module ContentIntelligence
  class MediaResource
    MAX_UPLOADS = 5
    private_constant :MAX_UPLOADS

    # Adds a file to the media library and waits until it is inspected. A block is called with the number of bytes that were
    # sent, of all bytes; it starts again when the upload is repeated. Raises an Error with the reason if the file is rejected.
    def upload(path, timeout: nil, &progress)
      size = File.size(path)
      media = create(size_bytes: size, timeout: timeout)
      uploads = 0
      sent = false
      until %w[ready rejected].include?(media[:status])
        if media[:status] == "uploading" && !sent
          raise ConnectionError.new("The file could not be uploaded", attempts: uploads) if uploads == MAX_UPLOADS

          sent = put(path, size, media[:upload], timeout || 60, &progress)
          uploads += 1
        end
        sleep 0.5
        # After an interrupted upload this is a new URL, or the state of a file that has arrived.
        media = get(media[:id], timeout: timeout)
      end
      raise Error, media.dig(:error, :message) || "The file was rejected." if media[:status] == "rejected"

      media
    end

    private

    # Uploads a file once. Returns whether the store has it, and false for an error that may pass.
    def put(path, size, upload, timeout, &progress)
      return false if upload.nil?

      uri = URI(upload[:url])
      request = Net::HTTP::Put.new(uri)
      upload[:headers].each { |name, value| request[name.to_s] = value }
      request["content-length"] = size.to_s
      limits = { open_timeout: timeout, read_timeout: timeout, write_timeout: timeout, max_retries: 0 }
      File.open(path, "rb") do |file|
        request.body_stream = progress ? CountedFile.new(file, size, progress) : file
        response = Net::HTTP.start(uri.hostname, uri.port, use_ssl: uri.scheme == "https", **limits) { |http| http.request(request) }
        # With `if-none-match`, 412 means that an earlier attempt has arrived.
        response.is_a?(Net::HTTPSuccess) || response.code == "412"
      end
    rescue *Transport::CONNECTION_ERRORS
      false
    end

    # A file whose bytes are counted as they are sent.
    class CountedFile
      def initialize(file, size, progress)
        @file = file
        @size = size
        @progress = progress
        @sent = 0
      end

      def read(length = nil, buffer = nil)
        chunk = @file.read(length, buffer)
        @sent += chunk.bytesize if chunk
        @progress.call(@sent, @size) if chunk
        chunk
      end

      def readpartial(length, buffer = nil)
        read(length, buffer) || raise(EOFError)
      end
    end
    private_constant :CountedFile
  end
end
