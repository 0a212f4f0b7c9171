<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** The client of a service. One client serves a whole process: its calls share its token. */
final class Client extends Resources
{
    /**
     * Pass the base URL with its version, and the id and the secret of an API key.
     *
     * @param (\Closure(): string)|string|null $accessToken a token in place of a key, or a function that returns one: it is
     *                                                      called again when the token has expired
     * @param float                            $timeout     the time limit of each attempt, in seconds
     */
    public function __construct(
        string $baseUrl,
        ?string $clientId = null,
        #[\SensitiveParameter] ?string $clientSecret = null,
        #[\SensitiveParameter] \Closure|string|null $accessToken = null,
        float $timeout = 60,
        int $maxRetries = 4,
    ) {
        parent::__construct(new Transport($baseUrl, $clientId, $clientSecret, $accessToken, $timeout, $maxRetries));
    }
}
