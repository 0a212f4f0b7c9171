<?php

declare(strict_types=1);

// Verifies the vectors of webhooks.test.ts, and prints the type of each event, null, or the name of another error.

use ContentIntelligence\Webhook;
use ContentIntelligence\WebhookException;

require 'vendor/autoload.php';

/** @param array{headers: array<string, list<string>>, body: string, secret: string|null} $vector */
function verify(array $vector): ?string
{
    $headers = array_map(static function (array $values): array|string {
        $texts = array_map(hex2bin(...), $values);

        return count($texts) === 1 ? $texts[0] : $texts;
    }, $vector['headers']);
    try {
        return Webhook::verify((string) hex2bin($vector['body']), $headers, $vector['secret'] ?? '')['type'];
    } catch (WebhookException) {
        return null;
    } catch (Throwable $error) {
        return $error::class;
    }
}

$vectors = json_decode((string) file_get_contents((string) getenv('VECTORS')), true, flags: JSON_THROW_ON_ERROR);
echo json_encode(array_map(verify(...), $vectors), JSON_THROW_ON_ERROR), "\n";
