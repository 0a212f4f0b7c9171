<?php

declare(strict_types=1);

// One mode per test: a journey, responses of a later version.

use ContentIntelligence\ApiException;
use ContentIntelligence\Client;
use ContentIntelligence\Webhook;

require 'vendor/autoload.php';

function failureOf(Closure $call): ApiException
{
    try {
        $call();
    } catch (ApiException $error) {
        return $error;
    }
    throw new LogicException('The call has succeeded.');
}

/** Create posts in several processes: PHP has no threads. */
function publishPosts(Client $client): void
{
    $processes = [];
    foreach (array_chunk(range(0, 99), 25) as $numbers) {
        $process = pcntl_fork();
        if ($process !== 0) {
            $processes[] = $process;
            continue;
        }
        foreach ($numbers as $number) {
            $client->content->create([
                'title' => "php post {$number}",
                'platforms' => ['bluesky'],
                'scheduled_at' => new DateTimeImmutable(),
            ]);
        }
        exit(0);
    }
    foreach ($processes as $process) {
        pcntl_waitpid($process, $status);
    }
}

/** @return array<string, mixed> */
function journey(Client $client): array
{
    $key = $client->auth->verify();
    $sent = 0;
    $image = (string) getenv('IMAGE');
    $media = $client->media->upload($image, static function (int $bytes) use (&$sent): void {
        $sent = $bytes;
    });
    publishPosts($client);
    $listed = [];
    foreach ($client->content->list(['limit' => 40]) as $item) {
        if (str_starts_with($item['title'] ?? '', 'php post ')) {
            $listed[] = $item['id'];
        }
    }

    $create = static fn (): array => $client->content->create([
        'title' => 'php draft',
        'platforms' => ['x'],
        'media' => [['media_id' => $media['id'], 'alt' => 'A portrait']],
    ], idempotencyKey: "draft-of-{$media['id']}");
    $draft = $create();
    $again = $create();
    $tomorrow = new DateTimeImmutable('+1 day');
    $scheduled = $client->schedule->create(['content_id' => $draft['id'], 'platforms' => ['x'], 'scheduled_at' => $tomorrow]);
    $client->schedule->cancel($scheduled['schedule_id']);
    $etag = $client->content->get($draft['id'])['etag'] ?? '';
    $client->content->update($draft['id'], ['title' => 'php changed']);
    $stale = failureOf(static fn () => $client->content->update($draft['id'], ['title' => 'php stale'], ifMatch: $etag));
    $published = $client->content->publishAndWait($draft['id']);
    $missing = failureOf(static fn () => $client->content->get('cnt_missing'));

    $receiver = (string) getenv('RECEIVER');
    $webhook = $client->webhooks->create(['url' => $receiver, 'events' => ['content.created']]);
    $client->webhooks->test($webhook['webhook_id'], ['event_type' => 'content.created']);
    $inbox = json_decode((string) file_get_contents($receiver), true);

    return [
        'workspace' => $key['workspace_id'],
        'progress' => $sent === filesize($image),
        'listed' => count($listed),
        'distinct' => count(array_unique($listed)),
        'same' => $draft['id'] === $again['id'],
        'scheduled' => $scheduled['status'],
        'stale' => $stale->problemCode,
        'published' => $published['status'],
        'missing' => [$missing->problemCode, $missing->isRetryable(), substr((string) $missing->requestId, 0, 4)],
        'event' => Webhook::verify($inbox[0]['body'], $inbox[0]['headers'], $webhook['secret'] ?? '')['type'],
    ];
}

/** @return array<string, mixed> */
function later(Client $client): array
{
    $item = $client->content->get('cnt_1');
    $page = $client->content->list()->page();
    $event = $client->events->get('evt_1');

    return [
        'platforms' => $item['platforms'],
        'status' => $item['status'],
        'listed' => count($page['data']),
        'event' => $event['type'],
    ];
}

$client = new Client(
    (string) getenv('BASE_URL'),
    (string) getenv('CLIENT_ID'),
    (string) getenv('CLIENT_SECRET'),
    maxRetries: 12,
);
echo json_encode(match ($argv[1]) {
    'journey' => journey($client),
    'later' => later($client),
}, JSON_THROW_ON_ERROR), "\n";
