<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** There is no complete response: the service may have processed the request. */
final class ConnectionException extends CisException
{
    /** How often the request was sent. */
    public int $attempts = 1;

    /** Add the number of attempts to the message. */
    public function countAttempts(int $attempts): void
    {
        $this->attempts = $attempts;
        $this->message .= $attempts === 1 ? ' (1 attempt)' : " ({$attempts} attempts)";
    }

    public function isRetryable(): bool
    {
        return true;
    }
}
