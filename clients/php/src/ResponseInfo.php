<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** A response of the service. The names of the headers are in small letters. */
final readonly class ResponseInfo
{
    public function __construct(
        public string $method,
        public string $path,
        public int $status,
        /** @var array<string, string> */
        public array $headers,
    ) {
    }
}
