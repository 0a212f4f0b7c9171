<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** Every error of this library. */
class CisException extends \RuntimeException
{
    /** Tell whether the same request may succeed later. */
    public function isRetryable(): bool
    {
        return false;
    }
}
