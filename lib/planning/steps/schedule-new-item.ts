import type { Content, ContentState } from '../../content/rules/content.ts';
import { destinationsOf } from '../../content/rules/content-targets.ts';
import type { Label } from '../../content/rules/labels.ts';
import type { PublicationTime } from '../../content/rules/scheduled-local.ts';
import { schedule } from '../../content/rules/scheduling.ts';
import { contentWrites } from '../../content/store/contents.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import { claimContent, type GuardTerms } from '../../duplicates/steps/claim-content.ts';
import { withLinkRules } from '../../link-rules/store/applied-link-rules.ts';
import { withSlot } from '../../queues/steps/claim-slot.ts';
import type { ClaimedSlot } from '../../queues/steps/slot-writes.ts';

interface ScheduleTerms {
  guard: GuardTerms;
  /** Labels that the same transaction creates. */
  created?: Label[];
  slot?: ClaimedSlot | null;
  newId: (kind: IdKind) => string;
}

/**
 * Schedule a new item for all its platforms, or leave it a draft without a time. Every item that is created passes here, so
 * that link rules and the duplicate guard apply to each. Returns the writes that create it, without those of its slot.
 * Throws 409 `duplicate_content`.
 */
export async function scheduleNewItem(
  written: Content,
  time: PublicationTime | null,
  { guard, created = [], slot = null, newId }: ScheduleTerms,
): Promise<{ state: ContentState; writes: Write[] }> {
  const content = time ? await withLinkRules(written, { isDraft: false, created }, Date.parse(time.at)) : written;
  const entryIds = destinationsOf(written).map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts: guard.defaults };
  const scheduled = time
    ? schedule(content, content.platforms, time.at, ids, guard.nowMs, time.local)
    : { content, entries: [] };
  const { state, claims } = await claimContent(null, withSlot(scheduled, slot), guard);
  return { state, writes: [...claims, ...contentWrites(null, state)] };
}
