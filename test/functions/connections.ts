import { expect } from 'vitest';
import { encryptAppSecret } from '../../lib/accounts/credentials/app-credentials.ts';
import { encryptCandidate } from '../../lib/accounts/credentials/connect-secrets.ts';
import { offerAccounts } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { formatConnectToken } from '../../lib/accounts/rules/connect/connect-token.ts';
import { connectFlowWrite, loadConnectFlow } from '../../lib/accounts/store/connect-flows.ts';
import { platformAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Platform } from '../../lib/platforms/facts/platform.ts';
import { callApi, inSeconds, type Json } from './api-harness.ts';
import type { Tenant } from './tenants.ts';

export const ORGANIZATIONS = ['urn:li:organization:1000000002', 'urn:li:organization:1000000012'];

/** Set the app of the stage on a platform. */
export async function setStageApp(platform: Platform, clientId = 'stage-client'): Promise<void> {
  const encrypted_secrets = await encryptAppSecret('stage-app-secret', { platform });
  const app = { platform, client_id: clientId, encrypted_secrets, scopes: null, updated_at: inSeconds(0) };
  await commit([platformAppWrite(app)]);
}

/** A flow started by a request of this tenant, with the state in its URL. */
export async function startFlow(tenant: Tenant, platform: Platform = 'twitter', body: Json = {}) {
  await setStageApp(platform);
  const params = { id_or_platform: platform };
  const answer = await callApi('connect.create', { token: tenant.token, params, body });
  expect(answer.status, answer.text).toBe(201);
  const { id, url } = answer.json as { id: string; url: string };
  return { id, url, state: new URL(url).searchParams.get('state')! };
}

/** A flow that offers two organizations of LinkedIn, and the token of its selection page. */
export async function offeringFlow(tenant: Tenant, body: Json = {}): Promise<{ id: string; token: string }> {
  const { id } = await startFlow(tenant, 'linkedin', body);
  const flow = (await loadConnectFlow(tenant.workspace.id, id))!;
  const token = formatConnectToken(flow, newBearerSecret());
  const candidates = ORGANIZATIONS.map(async (external_id, index) => {
    const secrets = { access_token: `organization-token-${index}`, refresh_token: null, client_id: null };
    return {
      external_id,
      name: `Acme <${index}>`,
      server: null,
      token_expires_at: inSeconds(3600),
      encrypted_secrets: await encryptCandidate({ ...secrets, client_secret: null }, flow),
    };
  });
  const offered = offerAccounts(flow, await Promise.all(candidates), secretHash(token), Date.now());
  await commit([connectFlowWrite(flow, offered)]);
  return { id, token };
}

/** An app that the tenant has brought for a platform. */
export async function newWorkspaceApp(tenant: Tenant, platform: Platform = 'linkedin', fields: Json = {}) {
  const body = { client_id: 'own-client', client_secret: 'own-app-secret', ...fields };
  const answer = await callApi('platform-apps.set', { token: tenant.token, params: { platform }, body });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}
