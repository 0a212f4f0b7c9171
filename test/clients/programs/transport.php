<?php

declare(strict_types=1);

// Runs every vector of transport.test.ts, and prints the outcome of each.

use ContentIntelligence\ApiException;
use ContentIntelligence\Client;
use ContentIntelligence\ConnectionException;
use ContentIntelligence\ResponseInfo;
use ContentIntelligence\RetryInfo;

require 'vendor/autoload.php';

/**
 * @param array<string, mixed> $vector
 * @param list<string>         $hooks
 */
function clientOf(array $vector, array &$hooks): Client
{
    if ($vector['defaults'] ?? false) {
        putenv("CIS_BASE_URL={$vector['base_url']}");
        putenv('CIS_CLIENT_ID=key');
        putenv('CIS_CLIENT_SECRET=secret');

        return new Client();
    }
    $token = $vector['access_token'] ?? null;
    $key = $token === null ? ['clientId' => 'key', 'clientSecret' => 'secret'] : ['accessToken' => $token];
    $onResponse = static function (ResponseInfo $response) use (&$hooks): void {
        $left = $response->headers['x-ratelimit-remaining'] ?? null;
        $hooks[] = "{$response->method} {$response->status}" . ($left === null ? '' : " {$left} left");
    };
    $onRetry = static function (RetryInfo $retry) use (&$hooks): void {
        $hooks[] = "wait {$retry->wait} s after {$retry->attempts}";
    };
    $options = ['timeout' => $vector['timeout'], 'onResponse' => $onResponse, 'onRetry' => $onRetry, 'maxRetries' => 1];

    return new Client(...['baseUrl' => $vector['base_url'], ...$key, ...$options]);
}

/**
 * @param array<string, mixed> $vector
 * @param list<string>         $hooks
 */
function call(array $vector, array &$hooks): mixed
{
    $client = clientOf($vector, $hooks);
    $item = ['title' => 'Title'];

    return match ($vector['call']) {
        'get' => $client->content->get('cnt_1'),
        'update' => $client->content->update('cnt_1', $item, ifMatch: $vector['if_match']),
        'upload' => $client->media->upload((string) getenv('FILE')),
        'create' => $client->content->create([...$item, 'platforms' => ['x']], $vector['idempotency_key'] ?? null),
    };
}

/**
 * @param array<string, mixed> $vector
 *
 * @return array{outcome: string, message: string, hooks: string}
 */
function outcomeOf(array $vector): array
{
    $hooks = [];
    $message = '';
    try {
        call($vector, $hooks);
        $outcome = 'ok';
    } catch (ApiException $error) {
        $outcome = $error->problemCode;
        $message = "{$error->getMessage()} " . ($error->errors[0]['pointer'] ?? '') . " {$error->remedy}";
    } catch (ConnectionException $error) {
        $outcome = 'connection';
        $message = $error->getMessage();
    } catch (InvalidArgumentException) {
        $outcome = 'invalid';
    } catch (Throwable $error) {
        $outcome = $error::class;
    }

    return ['outcome' => $outcome, 'message' => $message, 'hooks' => implode(', ', $hooks)];
}

$vectors = json_decode((string) file_get_contents((string) getenv('VECTORS')), true, flags: JSON_THROW_ON_ERROR);
echo json_encode(array_map(outcomeOf(...), $vectors), JSON_THROW_ON_ERROR), "\n";
