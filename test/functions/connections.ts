import { expect } from 'vitest';
import { encryptAppSecret } from '../../lib/accounts/credentials/app-credentials.ts';
import { encryptCandidate } from '../../lib/accounts/credentials/connect-secrets.ts';
import { offerAccounts } from '../../lib/accounts/rules/connect/connect-flow.ts';
import { formatConnectToken } from '../../lib/accounts/rules/connect/connect-token.ts';
import { connectFlowWrite, loadConnectFlow } from '../../lib/accounts/store/connect-flows.ts';
import { platformAppWrite } from '../../lib/accounts/store/platform-apps.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { callApi, inSeconds, type Json, succeed, type TestResponse } from './api-harness.ts';
import type { Tenant } from './tenants.ts';

export const ORGANIZATIONS = ['urn:li:organization:1000000002', 'urn:li:organization:1000000012'];

/** Set the app of the stage on a platform. */
export async function setStageApp(platform: Platform, clientId = 'stage-client'): Promise<void> {
  const encrypted_secrets = await encryptAppSecret('stage-app-secret', { platform });
  const app = { platform, client_id: clientId, encrypted_secrets, scopes: null, updated_at: inSeconds(0) };
  await commit([platformAppWrite(app)]);
}

/** A connection that a request of this tenant has created, which no browser has started. */
export interface CreatedFlow {
  id: string;
  /** The URL of its start page, and the token in it. */
  url: string;
  start: string;
}

/** A connection in a browser: the URL of the consent page with the state in it, and the cookie of the browser. */
export interface StartedFlow extends CreatedFlow {
  consentUrl: string;
  state: string;
  cookie: string;
}

/** Create a connection, which no browser has started. */
export async function createFlow(
  tenant: Tenant,
  platform: Platform = 'twitter',
  body: Json = {},
): Promise<CreatedFlow> {
  await setStageApp(platform);
  const params = { id_or_platform: platform };
  const { id, url } = await succeed<{ id: string; url: string }>('connect.create', {
    token: tenant.token,
    params,
    body,
  });
  return { id, url, start: new URL(url).searchParams.get('token')! };
}

/** Submit the start page in a browser that has these cookies. */
export function confirm(start: string, cookie = '', headers: Record<string, string> = {}): Promise<TestResponse> {
  return callApi('connect.confirm', { query: { token: start }, headers: { ...headers, ...(cookie && { cookie }) } });
}

/** Continue on the start page in a browser that has these cookies. */
export async function continueInBrowser(created: CreatedFlow, cookies = ''): Promise<StartedFlow> {
  const answer = await confirm(created.start, cookies);
  const consentUrl = answer.headers.refresh?.replace('0;url=', '') ?? '';
  expect(consentUrl, answer.text).not.toBe('');
  const cookie = answer.headers['set-cookie']!.split(';')[0]!;
  return { ...created, consentUrl, state: new URL(consentUrl).searchParams.get('state')!, cookie };
}

/** A connection started in a browser of its own. `cookies`: those that the browser has before. */
export async function startFlow(
  tenant: Tenant,
  platform: Platform = 'twitter',
  body: Json = {},
  cookies = '',
): Promise<StartedFlow> {
  return continueInBrowser(await createFlow(tenant, platform, body), cookies);
}

/** A flow that offers two organizations of LinkedIn, in a browser, and the token of its selection page. */
export async function offeringFlow(
  tenant: Tenant,
  body: Json = {},
  cookies = '',
): Promise<{ id: string; token: string; cookie: string }> {
  const { id, cookie } = await startFlow(tenant, 'linkedin', body, cookies);
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
  return { id, token, cookie };
}

/** An app that the tenant has brought for a platform. */
export async function newWorkspaceApp(tenant: Tenant, platform: Platform = 'linkedin', fields: Json = {}) {
  const body = { client_id: 'own-client', client_secret: 'own-app-secret', ...fields };
  return succeed('platform-apps.set', { token: tenant.token, params: { platform }, body });
}
