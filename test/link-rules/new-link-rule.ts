import { expect } from 'vitest';
import { callApi, type Json } from '../functions/api-harness.ts';
import type { Tenant } from '../functions/tenants.ts';

/** A link rule of the workspace. */
export async function newLinkRule(tenant: Tenant, fields: Json = {}): Promise<Json & { id: string }> {
  const body = { scope: 'workspace', parameters: { utm_source: '{platform}' }, ...fields };
  const answer = await callApi('link-rules.create', { token: tenant.token, body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json as Json & { id: string };
}
