import { type Json, succeed } from '../functions/api-harness.ts';
import type { Tenant } from '../functions/tenants.ts';

/** A link rule of the workspace. */
export async function newLinkRule(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const body = { scope: 'workspace', parameters: { utm_source: '{platform}' }, ...fields };
  return succeed<Json & { id: string }>('link-rules.create', { token: tenant.token, body });
}
