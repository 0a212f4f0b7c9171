<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** Sends requests with a token, and repeats those that may be repeated. */
final class Transport
{
    /** Longer waits are left to the caller, who knows `retryAfter`. */
    private const MAX_WAIT_SECONDS = 60;

    private readonly SharedToken $token;

    private readonly string $baseUrl;

    /** @var list<string> the headers of each request with a token */
    private array $headers = [];

    /**
     * @param (\Closure(): string)|string|null    $accessToken
     * @param (\Closure(ResponseInfo): void)|null $onResponse
     * @param (\Closure(RetryInfo): void)|null    $onRetry
     */
    public function __construct(
        string $baseUrl,
        private readonly ?string $clientId,
        #[\SensitiveParameter] private readonly ?string $clientSecret,
        #[\SensitiveParameter] \Closure|string|null $accessToken,
        private readonly float $timeout,
        private readonly int $maxRetries,
        private readonly ?\Closure $onResponse,
        private readonly ?\Closure $onRetry,
    ) {
        if ($accessToken === null && ($clientId === null || $clientSecret === null)) {
            throw new \InvalidArgumentException(
                'Pass clientId and clientSecret, or accessToken, or set CIS_CLIENT_ID and CIS_CLIENT_SECRET.',
            );
        }
        $this->baseUrl = Arguments::baseUrl($baseUrl);
        $this->token = new SharedToken($accessToken);
    }

    /**
     * Return a transport that sends further headers with each request. It shares the token of this one.
     *
     * @param list<string> $headers
     */
    public function withHeaders(array $headers): self
    {
        $derived = clone $this;
        $derived->headers = [...$this->headers, ...$headers];

        return $derived;
    }

    /**
     * Send a request and return its response. Adds `etag` to an object that has a version.
     *
     * @param non-empty-string          $method
     * @param array<string, mixed>      $query
     * @param array<string, mixed>|null $body
     */
    public function send(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        bool $keyed = false,
        ?string $idempotencyKey = null,
        ?string $ifMatch = null,
        ?float $timeout = null,
    ): mixed {
        $headers = ['accept: application/json', ...$this->headers];
        if ($body !== null) {
            $headers[] = 'content-type: application/json';
        }
        if ($keyed) {
            $key = $idempotencyKey ?? bin2hex(random_bytes(16));
            $headers[] = 'idempotency-key: ' . Arguments::header('idempotency key', $key);
        }
        if ($ifMatch !== null) {
            $headers[] = 'if-match: ' . Arguments::header('etag', $ifMatch);
        }
        $data = $body === null ? null : json_encode((object) self::plain($body), JSON_THROW_ON_ERROR);
        $path .= $query === [] ? '' : '?' . http_build_query(self::plain($query, true));
        $hasNewToken = false;
        while (true) {
            $token = $this->token->get($this->requestToken(...));
            $authorized = [...$headers, 'authorization: Bearer ' . Arguments::header('access token', $token)];
            try {
                return $this->repeat($method !== 'POST' || $keyed, $method, $path, $authorized, $data, $timeout);
            } catch (ApiException $error) {
                if ($error->problemCode !== 'invalid_token' || $hasNewToken || !$this->token->drop()) {
                    throw $error;
                }
                $hasNewToken = true;
            }
        }
    }

    /**
     * @param non-empty-string $method
     * @param list<string>     $headers
     */
    private function repeat(
        bool $isRepeatable,
        string $method,
        string $path,
        array $headers,
        ?string $data,
        ?float $timeout = null,
    ): mixed {
        for ($number = 0; ; ++$number) {
            try {
                return $this->attempt($method, $path, $headers, $data, $timeout);
            } catch (CisException $error) {
                $after = $error instanceof ApiException ? $error->retryAfter : null;
                $isLast = $number >= $this->maxRetries || ($after ?? 0) > self::MAX_WAIT_SECONDS;
                if ($isLast || !$isRepeatable || !self::mayPass($error)) {
                    if ($error instanceof ConnectionException) {
                        $error->countAttempts($number + 1);
                    }
                    throw $error;
                }
                // Half a second, doubled with each attempt up to 8 s, of which up to a half is random.
                $backoff = min(8.0, 0.5 * 2 ** $number) * random_int(500, 1000) / 1000;
                $seconds = $after ?? $backoff;
                if ($this->onRetry !== null) {
                    ($this->onRetry)(new RetryInfo($method, $path, $number + 1, $seconds, $error));
                }
                usleep((int) ($seconds * 1_000_000));
            }
        }
    }

    private static function mayPass(CisException $error): bool
    {
        if ($error instanceof ConnectionException) {
            return true;
        }

        return $error instanceof ApiException
            && ($error->status === 429 || $error->status >= 500 || $error->problemCode === 'request_in_flight');
    }

    /**
     * @param non-empty-string $method
     * @param list<string>     $headers
     */
    private function attempt(string $method, string $path, array $headers, ?string $data, ?float $timeout): mixed
    {
        $received = [];
        $handle = curl_init($this->baseUrl . $path);
        if ($handle === false) {
            throw new ConnectionException('The connection could not be prepared.');
        }
        curl_setopt_array($handle, [
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => $headers,
            CURLOPT_RETURNTRANSFER => true,
            // A redirect would send the credentials to another server.
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_TIMEOUT_MS => (int) (($timeout ?? $this->timeout) * 1000),
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$received): int {
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $received[strtolower($parts[0])] = trim($parts[1]);
                }

                return strlen($line);
            },
        ]);
        if ($data !== null) {
            curl_setopt($handle, CURLOPT_POSTFIELDS, $data);
        }
        $text = curl_exec($handle);
        $status = (int) curl_getinfo($handle, CURLINFO_RESPONSE_CODE);
        if (!is_string($text)) {
            throw $this->connectionError(curl_error($handle));
        }
        if ($this->onResponse !== null) {
            ($this->onResponse)(new ResponseInfo($method, $path, $status, $received));
        }
        $result = json_decode($text, true);
        if ($status < 200 || $status > 299) {
            throw new ApiException($status, is_array($result) ? $result : [], $received);
        }
        if (!is_array($result)) {
            throw $this->connectionError('The response is not complete');
        }

        return isset($received['etag']) ? [...$result, 'etag' => $received['etag']] : $result;
    }

    private function connectionError(string $reason): ConnectionException
    {
        $parts = parse_url($this->baseUrl) ?: [];
        $host = ($parts['host'] ?? '') . (isset($parts['port']) ? ":{$parts['port']}" : '');

        return new ConnectionException("{$host}: {$reason}");
    }

    /** @return array{access_token: string, expires_in: int} */
    private function requestToken(): array
    {
        $pair = rawurlencode((string) $this->clientId) . ':' . rawurlencode((string) $this->clientSecret);
        $headers = [
            'accept: application/json',
            'authorization: Basic ' . base64_encode($pair),
            'content-type: application/x-www-form-urlencoded',
        ];
        /** @var array{access_token: string, expires_in: int} $token */
        $token = $this->repeat(true, 'POST', '/auth/token', $headers, 'grant_type=client_credentials');

        return $token;
    }

    /**
     * Return the values with times as texts, and without those that are null in a query.
     *
     * @param array<array-key, mixed> $values
     *
     * @return array<array-key, mixed>
     */
    private static function plain(array $values, bool $isQuery = false): array
    {
        $given = $isQuery ? array_filter($values, static fn (mixed $value): bool => $value !== null) : $values;

        return array_map(static fn (mixed $value): mixed => match (true) {
            $value instanceof \DateTimeInterface => $value->format(\DateTimeInterface::RFC3339_EXTENDED),
            is_array($value) => self::plain($value),
            $isQuery && is_bool($value) => $value ? 'true' : 'false',
            default => $value,
        }, $given);
    }
}
