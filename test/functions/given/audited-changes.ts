import type { AuditEntry } from '../../../lib/audit/rules/audit-log.ts';
import type { Json, TestRequest } from '../api-harness.ts';
import type { Tenant } from '../tenants.ts';

/** List the changed fields of an entry. */
export const fieldsOf = (entry: AuditEntry | undefined) =>
  Object.fromEntries(entry?.changes?.map(({ field, before, after }) => [field, [before, after]]) ?? []);

/** Return a request that creates a draft with a title. */
export function createA(tenant: Tenant, title: string): TestRequest & { body: Json } {
  return { token: tenant.token, body: { title, platforms: ['twitter'] } };
}
