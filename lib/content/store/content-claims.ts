import { ApiError } from '../../core/problems/api-error.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import type { Fingerprint } from '../rules/content-fingerprint.ts';

/** How long one item holds what it publishes on an account. */
const DUPLICATE_PERIOD_MS = DAY_MS;

/** The item that holds what an account publishes, so that no second one publishes the same within a day. */
export interface ContentClaim extends Fingerprint {
  workspace_id: string;
  content_id: string;
  expires_at_ms: number;
}

type ClaimingItem = { id: string; workspace_id: string };

/** Load which of these fingerprints an item holds itself. */
export async function loadOwnClaims(item: ClaimingItem, fingerprints: Fingerprint[]): Promise<Fingerprint[]> {
  const keys = fingerprints.map((each) => keyOf('ContentClaim', { workspace_id: item.workspace_id, ...each }));
  const found = keys.length > 0 ? await loadAll<ContentClaim>(keys) : [];
  return fingerprints.filter((_, index) => found[index]?.content_id === item.id);
}

/**
 * Build the writes that claim fingerprints for an item, in the transaction of its change: of requests at the same time, one
 * commits. They fail with 409 that names the item which holds one.
 */
export function contentClaimWrites(item: ClaimingItem, fingerprints: Fingerprint[], nowMs: number): Write[] {
  const expires_at_ms = nowMs + DUPLICATE_PERIOD_MS;
  return fingerprints.map((fingerprint): Write => {
    const claim: ContentClaim = { workspace_id: item.workspace_id, ...fingerprint, content_id: item.id, expires_at_ms };
    return {
      put: toItem('ContentClaim', claim, {}, expires_at_ms),
      condition: { expiredBefore: nowMs },
      onConflict: (holder) => duplicateError(String(holder?.content_id)),
    };
  });
}

function duplicateError(content_id: string): ApiError {
  const detail = `The content item ${content_id} has the same content for the same account. It holds it for 24 hours.`;
  return new ApiError('duplicate_content', detail, { extensions: { content_id } });
}
