<?php

declare(strict_types=1);

namespace ContentIntelligence;

/**
 * What the resource `content` does besides its operations.
 *
 * @phpstan-import-type Content from Types
 */
trait PublishAndWait
{
    /**
     * Publish an item now and wait for the outcome: read `status` and `targets` of the result. After `wait` seconds, the item
     * is returned as it is: `publishing`, or `unconfirmed` while a platform has not confirmed a post.
     *
     * @return Content
     */
    public function publishAndWait(string $id, float $wait = 120, ?float $timeout = null): array
    {
        $endsAt = hrtime(true) / 1e9 + $wait;
        $item = $this->update($id, ['status' => 'published'], timeout: $timeout);
        while (in_array($item['status'], ['scheduled', 'publishing', 'unconfirmed'], true) && hrtime(true) / 1e9 < $endsAt) {
            sleep(1);
            $item = $this->get($id, timeout: $timeout);
        }

        return $item;
    }
}
