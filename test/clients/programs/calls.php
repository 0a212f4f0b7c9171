<?php

declare(strict_types=1);

// Runs every scenario of calls.test.ts that PHP can, and prints the outcome of each.

use ContentIntelligence\ApiException;
use ContentIntelligence\Client;
use ContentIntelligence\ConnectionException;

require 'vendor/autoload.php';

function clientOf(string $scenario, int $maxRetries = 4): Client
{
    return new Client(getenv('ORIGIN') . "/{$scenario}/v1", 'key', 'secret', maxRetries: $maxRetries);
}

/** @param Closure(): mixed $call */
function outcomeOf(Closure $call): string
{
    try {
        $call();

        return 'ok';
    } catch (ApiException $error) {
        return $error->retryAfter === 61 ? "{$error->problemCode} after 61" : $error->problemCode;
    } catch (ConnectionException) {
        return 'connection';
    }
}

function get(Client $client, ?float $timeout = null): string
{
    return outcomeOf(static fn () => $client->content->get('cnt_1', timeout: $timeout));
}

/** @return list<string> */
function inSequence(string $scenario): array
{
    $client = clientOf($scenario);

    return [get($client), get($client)];
}

$keyed = clientOf('keyed');
$create = static fn () => $keyed->content->create(['title' => 'Title', 'platforms' => ['x']]);
$keyless = clientOf('keyless');

echo json_encode([
    'absent' => [get(clientOf('absent'))],
    'expired' => inSequence('expired'),
    'rejected' => inSequence('rejected'),
    'rejected-twice' => get(clientOf('rejected-twice')),
    'timeout' => get(clientOf('timeout'), 2),
    'timeouts' => get(clientOf('timeouts', 1), 2),
    'retry-after' => get(clientOf('retry-after')),
    'long-retry-after' => get(clientOf('long-retry-after')),
    'keyless' => outcomeOf(static fn () => $keyless->team->acceptInvitation(['token' => 'token', 'name' => 'Ada'])),
    'keyed' => [outcomeOf($create), outcomeOf($create)],
    'limit' => get(clientOf('limit', 2)),
], JSON_THROW_ON_ERROR), "\n";
