<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** There is no complete response: the service may have processed the request. */
final class ConnectionException extends CisException
{
    public function isRetryable(): bool
    {
        return true;
    }
}
