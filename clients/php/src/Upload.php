<?php

declare(strict_types=1);

namespace ContentIntelligence;

/**
 * What the resource `media` does besides its operations.
 *
 * @phpstan-import-type Media from Types
 * @phpstan-import-type MediaUpload from Types
 */
trait Upload
{
    /**
     * Add a file to the media library and wait until it is inspected. `$onProgress` is called with the number of bytes that
     * were sent, of all bytes; it starts again when the upload is repeated. Throws a CisException with the reason if the file
     * is rejected.
     *
     * @param (\Closure(int, int): void)|null $onProgress
     *
     * @return Media
     */
    public function upload(string $path, ?\Closure $onProgress = null, ?float $timeout = null): array
    {
        $media = $this->create(['size_bytes' => (int) filesize($path)], timeout: $timeout);
        $isSent = false;
        $uploads = 0;
        while (!in_array($media['status'], ['ready', 'rejected'], true)) {
            if ($media['status'] === 'uploading' && !$isSent) {
                if ($uploads === 5) {
                    throw new ConnectionException('The file could not be uploaded.');
                }
                $isSent = $media['upload'] !== null && self::put($path, $media['upload'], $onProgress);
                ++$uploads;
            }
            usleep(500_000);
            // After an interrupted upload this is a new URL, or the state of a file that has arrived.
            $media = $this->get($media['id'], timeout: $timeout);
        }
        if ($media['status'] === 'rejected') {
            throw new CisException($media['error']['message'] ?? 'The file was rejected.');
        }

        return $media;
    }

    /**
     * Upload a file once. Returns whether the store has it, and false for an error that may pass.
     *
     * @param MediaUpload                     $upload
     * @param (\Closure(int, int): void)|null $onProgress
     */
    private static function put(string $path, array $upload, ?\Closure $onProgress): bool
    {
        $file = fopen($path, 'rb');
        $handle = curl_init($upload['url']);
        if ($file === false || $handle === false) {
            throw new CisException("The file {$path} cannot be read.");
        }
        $headers = ['expect:'];
        foreach ($upload['headers'] as $name => $value) {
            if ($name !== 'content-length') {
                $headers[] = "{$name}: {$value}";
            }
        }
        curl_setopt_array($handle, [
            CURLOPT_UPLOAD => true,
            CURLOPT_INFILE => $file,
            CURLOPT_INFILESIZE => filesize($path),
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            // A slow upload ends when less than a byte per second was sent for a minute.
            CURLOPT_LOW_SPEED_LIMIT => 1,
            CURLOPT_LOW_SPEED_TIME => 60,
        ]);
        if ($onProgress !== null) {
            curl_setopt($handle, CURLOPT_NOPROGRESS, false);
            curl_setopt($handle, CURLOPT_XFERINFOFUNCTION, static function ($_, $__, $___, int $total, int $sent) use ($onProgress): int {
                if ($total > 0) {
                    $onProgress($sent, $total);
                }

                return 0;
            });
        }
        $isComplete = curl_exec($handle) !== false;
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        fclose($file);

        // With `if-none-match`, 412 means that an earlier attempt has arrived.
        return $isComplete && ($status < 300 || $status === 412);
    }
}
