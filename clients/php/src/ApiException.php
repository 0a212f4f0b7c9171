<?php

declare(strict_types=1);

namespace ContentIntelligence;

/**
 * The service has rejected the request, or could not process it.
 *
 * @phpstan-import-type ProblemError from Types
 */
final class ApiException extends CisException
{
    /** The machine-readable code, such as `not_found`. Later versions of the service may add codes. */
    public readonly string $problemCode;

    /** The id of the request, for support. Null if something between you and the service has responded. */
    public readonly ?string $requestId;

    /** The number of seconds after which the service accepts a repeat. */
    public readonly ?int $retryAfter;

    /** @var list<ProblemError> The invalid fields or parameters, each with its `pointer`. */
    public readonly array $errors;

    /** How to resolve the problem, if this version of the library knows its code. */
    public readonly ?string $remedy;

    /**
     * @param array<string, mixed>  $problem the whole problem, with its `detail`
     * @param array<string, string> $headers
     */
    public function __construct(public readonly int $status, public readonly array $problem, array $headers)
    {
        $message = $problem['detail'] ?? $problem['title'] ?? null;
        $code = $problem['code'] ?? null;
        $this->problemCode = is_string($code) ? $code : "http_{$status}";
        $requestId = $problem['request_id'] ?? $headers['x-request-id'] ?? null;
        $this->requestId = is_string($requestId) ? $requestId : null;
        $about = $this->problemCode . ($this->requestId === null ? '' : ", {$this->requestId}");
        parent::__construct((is_string($message) ? $message : self::messageOf($status)) . " ({$about})", $status);
        $this->errors = $problem['errors'] ?? [];
        $this->remedy = Remedies::BY_CODE[$this->problemCode] ?? null;
        $seconds = $headers['retry-after'] ?? '';
        $this->retryAfter = ctype_digit($seconds) ? (int) $seconds : null;
    }

    public function isRetryable(): bool
    {
        return (bool) ($this->problem['retryable'] ?? $this->status >= 500);
    }

    private static function messageOf(int $status): string
    {
        return $status >= 400
            ? "The response has the status {$status}."
            : "The response is a redirect ({$status}), which the library does not follow. Check the base URL.";
    }
}
