import { loadDefaultAccounts } from '../../accounts/store/default-accounts.ts';
import type { Content } from '../../content/rules/content.ts';
import { loadContent } from '../../content/store/contents.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { claimsOf, isHolder, nextHolders } from '../rules/content-claim.ts';
import { contentClaimWrite, loadContentClaims } from '../store/content-claims.ts';

/**
 * List the new times of a post that its queue, the end of a halt or an operator has moved among the publications of its
 * content, so that the duplicate guard compares them. After a request, which has listed them in its transaction, there is
 * nothing left to do.
 */
export async function onContentMoved(before: Content | null, after: Content | null, nowMs: number): Promise<void> {
  if (!before || !after || !hasMoved(before, after)) return;
  const { workspace_id, id, platforms } = after;
  const defaults = await loadDefaultAccounts(workspace_id, platforms);
  await retryOnConflict(RETRY_POLICIES.scheduleEntry, async () => {
    // A record may come again, so the item as it is now decides.
    const content = await loadContent(workspace_id, id);
    const wanted = content ? claimsOf(content, defaults, nowMs).filter(({ is_draft }) => !is_draft) : [];
    const claims = await loadContentClaims(workspace_id, [...new Set(wanted.map(({ hash }) => hash))]);
    for (const claim of claims) {
      const own = wanted.filter(({ hash }) => hash === claim.hash);
      if (own.every((each) => isHolder(claim.holders, id, each))) continue;
      const holders = nextHolders(claim.holders, id, own, nowMs);
      if (holders) await commit([contentClaimWrite(claim, holders)]);
    }
  });
}

function hasMoved(before: Content, after: Content): boolean {
  return Object.entries(after.targets).some(([key, { status, schedule_id, scheduled_at }]) => {
    const earlier = before.targets[key];
    return status === 'pending' && earlier?.schedule_id === schedule_id && earlier.scheduled_at !== scheduled_at;
  });
}
