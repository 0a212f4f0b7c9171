import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import type { Write } from '../../core/table/commit.ts';
import type { Content } from '../rules/content.ts';
import { fingerprintsOf } from '../rules/content-fingerprint.ts';
import { contentClaimWrites, loadOwnClaims } from '../store/content-claims.ts';

/**
 * Build the writes that claim what an item of an agent publishes on each account, so that no second item of an agent has
 * the same within a day, whatever request asks for it. What the item holds already is not claimed again. Items of people
 * claim nothing.
 */
export async function claimContent(
  content: Content,
  { isNew, defaults }: { isNew: boolean; defaults: DefaultAccounts },
  nowMs: number,
): Promise<Write[]> {
  if (content.agents.length === 0) return [];
  const fingerprints = fingerprintsOf(content, defaults);
  const own = isNew ? [] : await loadOwnClaims(content, fingerprints);
  return contentClaimWrites(
    content,
    fingerprints.filter((each) => !own.includes(each)),
    nowMs,
  );
}
