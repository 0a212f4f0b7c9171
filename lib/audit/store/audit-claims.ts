import { ConflictError } from '../../core/retry/conflict.ts';
import { REDELIVERY_WINDOW_DAYS } from '../../core/table/audit-stamps-and-tombstones.ts';
import { commit, tryCommit, type Write } from '../../core/table/commit.ts';
import { loadAll } from '../../core/table/read.ts';
import { fromItem, type Item, keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { auditClaimEntity } from '../entities/audit-log.ts';
import type { AuditDraft, AuditEntry } from '../rules/audit-log.ts';

/** The source address of an entry, with the salt of its digest. */
type AuditAddress = { source_ip: string; salt: string; expires_at_ms: number };

/**
 * The claim of a change, written before its entry: the change is in the log exactly if one of the `CLAIM_SPAN` entries
 * after the number `after` is its entry. It holds the source address as well, unless that has to be deleted earlier.
 */
type AuditClaim = { workspace_id: string; change: string; after: number } & Partial<AuditAddress>;

/** The number of entries after that of a claim among which the entry of its change is. */
export const CLAIM_SPAN = 200;

const CHANGE_DIGITS = 16;

/** Return what identifies a change in its workspace: the end of the id of its entry, a hash of the stream record. */
export function changeOf({ id }: Pick<AuditEntry, 'id'>): string {
  return id.slice(-CHANGE_DIGITS);
}

/** Return whether the source address is stored with the claim, which is needed for `REDELIVERY_WINDOW_DAYS`. */
export function isAddressInClaim(addressRetentionDays: number): boolean {
  return addressRetentionDays >= REDELIVERY_WINDOW_DAYS;
}

/** Times of claims: the current one in epoch milliseconds, and the retention of source addresses. */
export type ClaimTimes = { nowMs: number; addressRetentionDays: number };

/** Build the item of the claim of a change. */
function claimItem(workspace_id: string, draft: AuditDraft, after: number, times: ClaimTimes): Item {
  const address = isAddressInClaim(times.addressRetentionDays) ? addressOf(draft, times) : null;
  const claim: AuditClaim = { workspace_id, change: changeOf(draft), after, ...address };
  return toItem(auditClaimEntity, claim, {}, address?.expires_at_ms ?? endOfRedelivery(times));
}

/** Claim a change before its entry is appended after the number `after`. Returns its claim, an earlier one if it has one. */
export async function claimChange(workspaceId: string, draft: AuditDraft, after: number, times: ClaimTimes) {
  const put = claimItem(workspaceId, draft, after, times);
  let claim = put;
  const onConflict = (found: Item | undefined) => {
    claim = found ?? put;
    return new ConflictError();
  };
  await tryCommit([{ put, condition: 'absent', onConflict }]);
  return fromItem<AuditClaim>(claim);
}

/** Move a claim to the number `after`. Throws `ConflictError` when another worker has moved it. */
export async function moveClaim(claim: AuditClaim, after: number, times: ClaimTimes): Promise<void> {
  const expiresAtMs = Math.max(claim.expires_at_ms ?? 0, endOfRedelivery(times));
  const put = toItem(auditClaimEntity, { ...claim, after }, {}, expiresAtMs);
  await commit([{ put, condition: { attribute: 'after', is: claim.after } }]);
}

/** Build the write of the source address of an entry whose retention is shorter than a claim is needed; none without. */
export function addressWrites(workspace_id: string, entry: AuditEntry, times: ClaimTimes): Write[] {
  const address = isAddressInClaim(times.addressRetentionDays) ? null : addressOf(entry, times);
  if (!address) return [];
  const item = { workspace_id, change: ownAddress(changeOf(entry)), ...address };
  return [{ put: toItem(auditClaimEntity, item, {}, address.expires_at_ms), condition: 'any' }];
}

/** The name of the address of a change beside its claim. */
function ownAddress(change: string): string {
  return `${change}.address`;
}

function endOfRedelivery({ nowMs }: ClaimTimes): number {
  return nowMs + REDELIVERY_WINDOW_DAYS * DAY_MS;
}

function addressOf({ source_ip, salts }: AuditDraft, { nowMs, addressRetentionDays }: ClaimTimes): AuditAddress | null {
  if (source_ip === null || salts.source_ip === null) return null;
  return { source_ip, salt: salts.source_ip, expires_at_ms: nowMs + addressRetentionDays * DAY_MS };
}

/** Load the unexpired source addresses of entries by their changes, from the claims or from items of their own. */
export async function loadAddresses(
  workspace_id: string,
  changes: { change: string; isInClaim: boolean }[],
  nowMs: number,
): Promise<Map<string, AuditAddress>> {
  const keys = changes.map(({ change, isInClaim }): PrimaryKey => {
    return keyOf(auditClaimEntity, { workspace_id, change: isInClaim ? change : ownAddress(change) });
  });
  const found = await loadAll<Partial<AuditAddress>>(keys);
  const isUnexpired = (each: Partial<AuditAddress> | null | undefined): each is AuditAddress =>
    each?.source_ip !== undefined && each.expires_at_ms! > nowMs;
  return new Map(
    changes.flatMap(({ change }, index): [string, AuditAddress][] => {
      const address = found[index];
      return isUnexpired(address) ? [[change, address]] : [];
    }),
  );
}
