import { callApi, type Json } from '../api-harness.ts';
import type { Tenant } from '../tenants.ts';

/** Create an agent key of a tenant. Returns it as its creation did, with a token of it. */
export async function newAgent(tenant: Pick<Tenant, 'token'>, agent: Json = {}, fields: Json = {}) {
  const { json } = await callApi('keys.create', { token: tenant.token, body: { name: 'Planner', agent, ...fields } });
  const { id, client_id, client_secret } = json;
  const newToken = async () => {
    const body = { grant_type: 'client_credentials', client_id, client_secret };
    return String((await callApi('auth.token', { body })).json.access_token);
  };
  return { id: String(id), json, token: await newToken(), newToken };
}
