<?php

declare(strict_types=1);

// Creates a post in each of two workspaces, with one client, and prints what each has.
require 'vendor/autoload.php';

use ContentIntelligence\Client;
use ContentIntelligence\ResponseInfo;

/** @return list<string> */
function titlesIn(Client $client, string $externalId): array
{
    $workspace = $client->workspaces->ensure($externalId, ['name' => $externalId]);
    $named = $client->inWorkspace("external:{$externalId}", actor: 'user-4711');
    $named->content->create(['title' => "Of {$externalId}", 'platforms' => ['bluesky']]);
    $titles = [];
    foreach ($client->inWorkspace($workspace['id'])->content->list() as $item) {
        $titles[] = $item['title'];
    }

    return $titles;
}

$tokens = 0;
$client = new Client(onResponse: function (ResponseInfo $response) use (&$tokens): void {
    $tokens += $response->path === '/auth/token' ? 1 : 0;
});
$prefix = getenv('PREFIX');
$titles = [titlesIn($client, "{$prefix} 1+1"), titlesIn($client, "{$prefix} 50%")];
echo json_encode(['titles' => $titles, 'tokens' => $tokens]), "\n";
