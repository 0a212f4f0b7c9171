import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/** One entry of the audit log; the sequence is its number in 12 digits. Changed only by `workspace -- erase`. */
export const auditEntryEntity = /* @__PURE__ */ defineEntity({
  name: 'AuditEntry',
  pk: 'WS#{workspace_id}#AUDIT',
  sk: '{sequence}',
});

export const auditEntryLifecycle: Lifecycle = { ending: 'data', isExported: true };

/**
 * Written before the entry of a change: the number after which the entry is, and the source address. Expires after
 * `auditAddressRetentionDays`, and without an address after 21 days. If that setting is less than 21, the address is
 * in a second item, `{change}.address`, which expires then. The change is the end of the entry's id, a hash of the
 * stream record.
 */
export const auditClaimEntity = /* @__PURE__ */ defineEntity({
  name: 'AuditClaim',
  pk: 'WS#{workspace_id}#AUDITCLAIM',
  sk: '{change}',
});

export const auditClaimLifecycle: Lifecycle = { ending: 'data', isExported: true };

/** Number and hash of the newest entry, written after it. */
export const auditHeadEntity = /* @__PURE__ */ defineEntity({
  name: 'AuditHead',
  pk: 'WS#{workspace_id}#AUDITHEAD',
  sk: 'HEAD',
});

export const auditHeadLifecycle: Lifecycle = { ending: 'data' };
