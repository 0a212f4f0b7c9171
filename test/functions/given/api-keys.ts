import { expect } from 'vitest';
import { callApi } from '../api-harness.ts';
import type { Tenant } from '../tenants.ts';

type Operation = 'keys.get' | 'keys.delete' | 'keys.reroll';

/** Call an operation on one key. */
export const request = (operation: Operation, tenant: Tenant, id: string, body?: unknown) =>
  callApi(operation, { token: tenant.token, params: { id }, ...(body === undefined ? {} : { body }) });

/** Exchange a key and its secret for a token. */
export const exchange = (id: string, secret: string) => callApi('auth.token', { body: { api_key: id, secret } });

/** Ask who a token belongs to. */
export const verify = (token: unknown, sourceIp?: string) =>
  callApi('auth.verify', { token: String(token), ...(sourceIp ? { sourceIp } : {}) });

/** A token exchanged with a key's secret, as its client does it. */
export async function tokenOf(id: string, secret: unknown): Promise<string> {
  const answer = await exchange(id, String(secret));
  expect(answer.status, answer.text).toBe(200);
  return String(answer.json.access_token);
}
