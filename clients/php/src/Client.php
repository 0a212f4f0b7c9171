<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** The client of a service. One client serves a whole process: its calls share its token. */
final class Client extends Resources
{
    private Transport $transport;

    /**
     * Pass the base URL with its version, and the id and the secret of an API key. They default to the variables
     * `CIS_BASE_URL`, `CIS_CLIENT_ID` and `CIS_CLIENT_SECRET` of the environment.
     *
     * @param (\Closure(): string)|string|null $accessToken a token in place of a key, or a function that returns one: it is
     *                                                      called again when the token has expired
     * @param float                            $timeout     the time limit of each attempt, in seconds
     * @param (\Closure(ResponseInfo): void)|null $onResponse is called with each response, whose headers have the rate limits
     * @param (\Closure(RetryInfo): void)|null  $onRetry     is called before each wait for another attempt
     */
    public function __construct(
        ?string $baseUrl = null,
        ?string $clientId = null,
        #[\SensitiveParameter] ?string $clientSecret = null,
        #[\SensitiveParameter] \Closure|string|null $accessToken = null,
        float $timeout = 60,
        int $maxRetries = 4,
        ?\Closure $onResponse = null,
        ?\Closure $onRetry = null,
    ) {
        $baseUrl ??= self::environment('CIS_BASE_URL');
        if ($accessToken === null) {
            $clientId ??= self::environment('CIS_CLIENT_ID');
            $clientSecret ??= self::environment('CIS_CLIENT_SECRET');
        }
        $this->use(new Transport(
            $baseUrl ?? throw new \InvalidArgumentException('Pass baseUrl, or set CIS_BASE_URL.'),
            $clientId,
            $clientSecret,
            $accessToken,
            $timeout,
            $maxRetries,
            $onResponse,
            $onRetry,
        ));
    }

    /**
     * Return a client whose requests name a workspace, for a stage key. Both clients share one token.
     *
     * @param string      $workspace the id of the workspace, or `external:` and your own id of it
     * @param string|null $actor     who of the users of your product acts: the audit log records it
     */
    public function inWorkspace(string $workspace, ?string $actor = null): self
    {
        $client = (new \ReflectionClass(self::class))->newInstanceWithoutConstructor();
        $client->use($this->transport->withHeaders(Arguments::workspaceHeaders($workspace, $actor)));

        return $client;
    }

    private function use(Transport $transport): void
    {
        $this->transport = $transport;
        parent::__construct($transport);
    }

    private static function environment(string $name): ?string
    {
        $value = getenv($name);

        return $value === false || $value === '' ? null : $value;
    }
}
