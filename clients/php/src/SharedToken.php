<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** The token of a client and of those for one workspace that come from it. */
final class SharedToken
{
    /** A token is renewed before the service rejects it. */
    private const USED_SHARE = 0.9;

    private ?string $text = null;

    private float $endsAt = 0;

    /**
     * @param (\Closure(): string)|string|null $accessToken
     */
    public function __construct(#[\SensitiveParameter] private readonly \Closure|string|null $accessToken)
    {
    }

    /**
     * Return the present token, or a new one.
     *
     * @param \Closure(): array{access_token: string, expires_in: int} $request
     */
    public function get(\Closure $request): string
    {
        if (is_string($this->accessToken)) {
            return $this->accessToken;
        }
        if ($this->text !== null && hrtime(true) / 1e9 < $this->endsAt) {
            return $this->text;
        }
        if ($this->accessToken !== null) {
            $this->endsAt = INF;

            return $this->text = ($this->accessToken)();
        }
        ['access_token' => $text, 'expires_in' => $seconds] = $request();
        $this->endsAt = hrtime(true) / 1e9 + $seconds * self::USED_SHARE;

        return $this->text = $text;
    }

    /** Forget a token that the service has rejected. Return false if there can be no other. */
    public function drop(): bool
    {
        $this->text = null;

        return !is_string($this->accessToken);
    }
}
