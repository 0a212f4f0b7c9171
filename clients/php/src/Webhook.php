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
        $values = array_change_key_case($headers);
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            if (($values[$name] ?? '') === '') {
                throw new WebhookException("The header {$name} is missing.");
            }
        }
        $timestamp = $values['webhook-timestamp'];
        if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new WebhookException('The webhook is not of the last five minutes.');
        }
        $signed = "{$values['webhook-id']}.{$timestamp}.{$body}";
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, self::key($secret), true));
        foreach (explode(' ', $values['webhook-signature']) as $each) {
            if (hash_equals($expected, $each)) {
                /** @var KnownEvent $event */
                $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);

                return $event;
            }
        }
        throw new WebhookException('No signature of the webhook is valid.');
    }

    /** Decode a secret that begins with `whsec_`. Any other is used as it is. */
    private static function key(#[\SensitiveParameter] string $secret): string
    {
        $key = str_starts_with($secret, 'whsec_') ? base64_decode(substr($secret, 6), true) : $secret;

        return $key === false || $key === '' ? throw new WebhookException('The secret is not valid.') : $key;
    }
}
