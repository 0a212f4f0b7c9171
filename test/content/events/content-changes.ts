import type { Content, ContentState } from '../../../lib/content/rules/content.ts';
import { schedule } from '../../../lib/content/rules/schedule/scheduling.ts';
import { resolveUnconfirmed } from '../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { stopChecking } from '../../../lib/publishing/rules/unconfirmed-transitions.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { applyToEntry, at, draft, idsNamed, NOW_MS, withOutcome } from '../rules/items.ts';

/** Return the events of a change of an item. */
export function deriveContentEvents(before: Content | null, after: Content | null) {
  return deriveEvents('Content', { before, after, changedAt: at(0) });
}

/** Return the events of a change of an item, each as its kind and its deduplication key. */
export function eventTypesFor(before: Content | null, after: Content | null): string[] {
  return deriveContentEvents(before, after).map(({ type, dedupKey }) => `${type} ${dedupKey}`);
}

/** End the checks of Twitter's unconfirmed target. */
export function unresolved(state: ContentState): ContentState {
  return applyToEntry(state, 'twitter', (content, entry) => stopChecking(content, entry, NOW_MS));
}

/** Resolve Twitter's unconfirmed target as a user does. */
export function resolved(state: ContentState, outcome: 'published' | 'failed'): ContentState {
  const resolution =
    outcome === 'published' ? { outcome, platformPostId: null, url: null } : { outcome: 'failed' as const };
  return applyToEntry(state, 'twitter', (content, entry) => resolveUnconfirmed(content, entry, resolution, NOW_MS)!);
}

/** Return an item that is published on Instagram and then scheduled for Twitter. */
export function laterOnTwitter(): ContentState {
  const first = schedule(draft('instagram', 'twitter').content, ['instagram'], at(60), idsNamed('a'), NOW_MS);
  const published = withOutcome(first, 'instagram', 'published').content;
  return schedule(published, ['twitter'], at(9000), idsNamed('b'), NOW_MS);
}
