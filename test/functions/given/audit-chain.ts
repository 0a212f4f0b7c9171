import { auditEntryEntity, auditHeadEntity } from '../../../lib/audit/entities/audit-log.ts';
import type { AuditEntry } from '../../../lib/audit/rules/audit-log.ts';
import { keyOf } from '../../../lib/core/table/schema.ts';
import { advanceTime, succeed } from '../api-harness.ts';
import { followStream } from '../audit-log.ts';
import { newContent } from '../resources.ts';
import { newTenant, type Tenant } from '../tenants.ts';
import { currentHarness } from '../worker-harness.ts';

/** A tenant whose own creation is not in the log, and whose log has this many created drafts. */
export async function tenantWith(drafts: number): Promise<Tenant> {
  const tenant = await newTenant();
  currentHarness().table.forgetChanges();
  for (let made = 1; made <= drafts; made++) {
    await newContent(tenant, { title: `Number ${made}` });
    await followStream(currentHarness());
    currentHarness().table.forgetChanges();
    advanceTime(1_000);
  }
  return tenant;
}

/** Return the item of the entry with a number. */
export const placed = (tenant: Tenant, number: number) => {
  const sequence = String(number).padStart(12, '0');
  const key = keyOf(auditEntryEntity, { workspace_id: tenant.workspace.id, sequence });
  return currentHarness()
    .table.items()
    .find(({ pk, sk }) => pk === key.pk && sk === key.sk)!;
};

/** Return the item of the head of the chain. */
export const headItem = (tenant: Tenant) => {
  const key = keyOf(auditHeadEntity, { workspace_id: tenant.workspace.id });
  return currentHarness()
    .table.items()
    .find(({ pk }) => pk === key.pk)!;
};

/** List entries of the audit log. */
export const list = async (tenant: Tenant, query: Record<string, string> = {}) => {
  const answer = await succeed('audit.list', { token: tenant.token, query });
  const { entries, pagination } = answer as {
    entries: AuditEntry[];
    pagination: { total: number; next_cursor: string | null; has_more: boolean };
  };
  return { numbers: entries.map(({ number }) => number), entries, ...pagination };
};
