import { PUBLISHERS } from './adapter-tables.ts';
import type { Publisher } from './kit/publisher.ts';
import type { Platform } from './names.ts';
import { sandboxPublisher } from './sandbox/adapter/publisher.ts';
import { isSandboxAccountId } from './sandbox/facts/account-id.ts';

// `#adapters/<name>` of these tables is `lib/platforms/<name>/adapter/adapter.ts`; in the bundle that publishes on one
// platform, the adapters of the others are empty (`lib/bundle/bundling.ts`).
export { CONNECTORS, POST_READERS, PUBLISHERS, WEBHOOK_PARSERS } from './adapter-tables.ts';

/**
 * Return the publisher of an account: that of its platform, or the sandbox, which never sends a request. Throws where
 * the bundle publishes on another platform.
 */
export function publisherOf({ id, platform }: { id: string; platform: Platform }): Publisher {
  const publisher: Publisher | undefined = isSandboxAccountId(id) ? sandboxPublisher : PUBLISHERS[platform];
  if (!publisher) throw new Error(`The adapter of ${platform} is not in this bundle.`);
  return publisher;
}
