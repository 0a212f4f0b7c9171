<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** A wait for another attempt, in seconds, after a number of attempts has failed. */
final readonly class RetryInfo
{
    public function __construct(
        public string $method,
        public string $path,
        public int $attempts,
        public float $wait,
        public CisException $error,
    ) {
    }
}
