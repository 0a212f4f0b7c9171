<?php

declare(strict_types=1);

namespace ContentIntelligence;

/** @phpstan-import-type KnownEvent from Types */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;

    /**
     * Verify the signature of a webhook (Standard Webhooks) and return its event. `$body` is the request body as it arrived: a
     * decoded and encoded one has another signature. Later versions of the service may send other types of events: ignore
     * those that you do not know. Throws a WebhookException.
     *
     * @param array<string, string> $headers
     *
     * @return KnownEvent
     */
    public static function verify(string $body, array $headers, #[\SensitiveParameter] string $secret): array
    {
        $key = self::key($secret);
        [$id, $timestamp, $signatures] = array_map(
            static fn (string $name): string => self::header($headers, $name),
            ['webhook-id', 'webhook-timestamp', 'webhook-signature'],
        );
        $isNumber = preg_match('/\A\d{1,12}\z/', $timestamp) === 1;
        if (!$isNumber || abs(time() - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookException('The webhook is not of the last five minutes.');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "{$id}.{$timestamp}.{$body}", $key, true));
        foreach (explode(' ', $signatures) as $signature) {
            if (hash_equals($expected, $signature)) {
                return self::event($body);
            }
        }
        throw new WebhookException('No signature of the webhook is valid.');
    }

    /**
     * Return the only value of a header, whose name may have capitals.
     *
     * @param array<string, mixed> $headers
     */
    private static function header(array $headers, string $name): string
    {
        $isNamed = static fn (string|int $key): bool => strtolower((string) $key) === $name;
        $values = array_values(array_filter($headers, $isNamed, ARRAY_FILTER_USE_KEY));
        $value = $values[0] ?? '';
        if (count($values) > 1 || !is_string($value)) {
            throw new WebhookException("The header {$name} is repeated.");
        }

        return $value === '' ? throw new WebhookException("The header {$name} is missing.") : $value;
    }

    /** @return KnownEvent */
    private static function event(string $body): array
    {
        $event = json_decode($body, true);
        if (!is_array($event) || !is_string($event['type'] ?? null)) {
            throw new WebhookException('The body of the webhook is no event.');
        }
        /** @var KnownEvent $event */

        return $event;
    }

    /** Decode a secret that begins with `whsec_`. Any other is used as it is. */
    private static function key(#[\SensitiveParameter] string $secret): string
    {
        if ($secret === '') {
            throw new WebhookException('The secret is empty.');
        }
        if (!str_starts_with($secret, 'whsec_')) {
            return $secret;
        }
        $encoded = substr($secret, 6);
        $key = (string) base64_decode($encoded, true);

        // The decoder ignores spaces and a missing padding.
        return $key === '' || base64_encode($key) !== $encoded ? throw new WebhookException('The secret is not valid.') : $key;
    }
}
