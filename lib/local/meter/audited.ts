import { type AuditDraft, appended, emptyHead } from '../../domain/audit.ts';
import { makeId } from '../../domain/id.ts';
import { appendWrites, sha256 } from '../../table/audit.ts';
import type { Write } from '../../table/commit.ts';
import { EXAMPLE_POST, type Tenant } from './tenant.ts';

const ENTRIES = 25;

/** An audit log that tells of drafts that were made. */
export function auditLog({ workspaceId }: Tenant, nowMs: number): Write[] {
  const at = new Date(nowMs).toISOString();
  const drafts = Array.from({ length: ENTRIES }, (_, index): AuditDraft => {
    const idOf = (kind: 'audit' | 'content') => makeId(kind, nowMs, new Uint8Array(10).fill(index));
    const { title, description } = EXAMPLE_POST;
    const told = { title, description, platforms: ['twitter'], media: [], status: 'draft' };
    return {
      id: idOf('audit'),
      at,
      actor: { type: 'user', user_id: makeId('user', nowMs, new Uint8Array(10)), client_id: null },
      source_ip: '198.51.100.7',
      request_id: makeId('request', nowMs, new Uint8Array(10)),
      operation: 'content.create',
      resource: { type: 'content', id: idOf('content') },
      action: 'created',
      changes: Object.entries(told).map(([field, after]) => ({ field, before: null, after })),
    };
  });
  const before = emptyHead(workspaceId, sha256);
  const { entries, head } = appended(before, drafts, at, sha256);
  const changeIds = entries.map(({ id }) => id);
  return appendWrites(before, head, entries, changeIds, nowMs);
}
