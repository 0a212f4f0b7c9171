import type { GrantedAccount } from '../../../lib/platforms/kit/oauth-connector.ts';
import { callApi, currentTable, type Json, succeed } from '../api-harness.ts';
import type { Tenant } from '../tenants.ts';

export const ACCOUNT: GrantedAccount = {
  externalId: '1000000001',
  name: '@acme <b>',
  secrets: { access_token: 'granted-token', refresh_token: 'granted-refresh', client_id: 'c', client_secret: 's' },
  expiresInSeconds: 7200,
  server: null,
};

/** Request the redirect URI at the origin of the dashboard, as a browser with this cookie does after the consent page. */
export const callback = (query: Record<string, string>, cookie = '') =>
  callApi('connect.callback', { query: { ...query, forwarded: '1' }, headers: cookie === '' ? {} : { cookie } });

/** Request the redirect URI with a valid code, in the browser of the flow. */
export const returnWithCode = ({ state, cookie }: { state: string; cookie: string }) =>
  callback({ state, code: 'the-code' }, cookie);

/** Return the outcome of a flow. */
export async function result(tenant: Tenant, id: string): Promise<Json> {
  return succeed('connect.get', { token: tenant.token, params: { id_or_platform: id } });
}

/** List the accounts of a tenant. */
export const accounts = (tenant: Tenant) =>
  currentTable()
    .items()
    .filter(({ entity, workspace_id }) => entity === 'Account' && workspace_id === tenant.workspace.id);

/** Return the stored item of a flow. */
export const flowItem = (id: string) =>
  currentTable()
    .items()
    .find(({ entity, sk }) => entity === 'ConnectFlow' && sk === id)!;
