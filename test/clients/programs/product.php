<?php

declare(strict_types=1);

// A customer of your product, from create to delete. The stage key is in CIS_BASE_URL, CIS_CLIENT_ID and CIS_CLIENT_SECRET.

use ContentIntelligence\Client;
use ContentIntelligence\Webhook;

require 'vendor/autoload.php';

function publish(Client $client, string $externalId, string $receiver): void
{
    // Create: repeat the request after a lost response.
    $workspace = $client->workspaces->ensure($externalId, ['name' => 'Example Bakery']);
    $customer = $client->inWorkspace("external:{$externalId}", actor: 'user-4711');

    // Receive: one endpoint for all customers. Leave `workspaces` out in your product.
    $events = ['content.published'];
    $endpoint = $client->webhooks->create(['url' => $receiver, 'events' => $events, 'workspaces' => [$workspace['id']]]);

    // Connect: open the URL in the browser of your customer.
    $started = $customer->connect->create('x', ['end_user' => ['display_name' => 'Ada Example']]);
    echo $started['url'], "\n";
    while (($connection = $customer->connect->get($started['id']))['status'] === 'pending') {
        usleep(500_000);
    }

    // Publish.
    $draft = $customer->content->create(['title' => "Fresh bread, {$externalId}", 'platforms' => ['x']]);
    $post = $customer->content->publishAndWait($draft['id']);

    // Your server verifies each message that it receives. This program reads those of the local inbox.
    while (($messages = json_decode((string) file_get_contents($receiver), true)) === []) {
        usleep(500_000);
    }
    $event = Webhook::verify($messages[0]['body'], $messages[0]['headers'], $endpoint['secret'] ?? '');
    $names = ['connected' => $connection['status'], 'published' => $post['status'], 'received' => $event['type']];
    echo json_encode([...$names, 'of' => $event['workspace']['external_id'] ?? null]), "\n";
}

function bill(Client $client, string $externalId): void
{
    // Bill: what each customer has used this month. Numbers of today follow after an hour.
    $bills = [];
    foreach ($client->usage->get(['group_by' => 'workspace', 'granularity' => 'month']) as $row) {
        $bills[(string) $row['external_id']] = $row['posts_published'];
    }

    // Delete: at once here, after seven days by default.
    $workspace = $client->workspaces->get("external:{$externalId}");
    $client->workspaces->delete($workspace['id'], ['grace_days' => 0]);
    $deletion = $client->workspaces->deletion($workspace['id']);
    echo json_encode(['bill' => $bills[$externalId] ?? null, 'deleted' => $deletion['external_id']]), "\n";
}

$externalId = (string) getenv('CUSTOMER');
$isBill = ($argv[1] ?? '') === 'bill';
$isBill ? bill(new Client(), $externalId) : publish(new Client(), $externalId, (string) getenv('RECEIVER'));
