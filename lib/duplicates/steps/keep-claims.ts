import type { Content } from '../../content/rules/content.ts';
import type { Write } from '../../core/table/commit.ts';
import { holdersAfterDeletion, liveClaims } from '../rules/content-claim.ts';
import { contentClaimWrite, loadContentClaims } from '../store/content-claims.ts';

/**
 * Build the writes that keep the claims of a deleted item on what it has published, or may have. The posts stay on their
 * platforms, so the same content is a duplicate of them until the period ends. What it has only planned is free.
 */
export async function keepClaims(content: Content, nowMs: number): Promise<Write[]> {
  const live = liveClaims(content, nowMs);
  if (live.length === 0) return [];
  const claims = await loadContentClaims(content.workspace_id, [...new Set(live.map(({ hash }) => hash))]);
  return claims.flatMap((claim) => {
    const own = live.filter(({ hash }) => hash === claim.hash);
    const holders = holdersAfterDeletion(claim.holders, content.id, own, nowMs);
    // Null: too many publications are listed, and no request can add one.
    return holders ? [contentClaimWrite(claim, holders)] : [];
  });
}
