import { createHash } from 'node:crypto';
import { SAMPLE_AUTHORIZATION } from '../../lib/identity/api/auth/authorization.ts';
import { readEvent } from '../../tools/local-stack/invoke-sample.ts';
import { connectSampleAccount, event, type Run } from './access-requests.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Start a device login, poll, approve it in the sample session, poll again, and revoke the refresh token. */
export async function signInDevice(run: Run): Promise<void> {
  const form = (name: string, fields: Record<string, string>) => {
    const sample = event(name, {}) as { headers: Record<string, string> };
    const headers = { ...sample.headers, 'content-type': 'application/json' };
    return { ...sample, headers, body: JSON.stringify({ client_id: 'cis', ...fields }), isBase64Encoded: false };
  };
  const { device_code, user_code } = await run('auth/create-device-code', form('auth/create-device-code', {}));
  const poll = form('auth/token', { grant_type: GRANT, device_code: String(device_code) });
  await run('auth/token', poll);
  const entered = { user_code: String(user_code) };
  const { confirmation } = await run('auth/read-device-login', event('auth/read-device-login', { body: entered }));
  const decision = { ...entered, decision: 'approve', confirmation };
  await run('auth/decide-device-login', event('auth/decide-device-login', { body: decision }));
  const { refresh_token } = await run('auth/token', poll);
  await run('auth/token', form('auth/token', { grant_type: 'refresh_token', refresh_token: String(refresh_token) }));
  await run('auth/revoke', form('auth/revoke', { token: String(refresh_token) }));
}

/** Approve an application in the sample session, and exchange its code twice: the second exchange revokes its key. */
export async function authorizeApplication(run: Run): Promise<void> {
  const code_verifier = 'v'.repeat(43);
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
  await approveAgent(run);
  const request = { ...SAMPLE_AUTHORIZATION, code_challenge };
  const { confirmation } = await run(
    'auth/read-authorization',
    event('auth/read-authorization', { body: { request } }),
  );
  const decision = { request, decision: 'approve', confirmation };
  const { redirect_to } = await run(
    'auth/decide-authorization',
    event('auth/decide-authorization', { body: decision }),
  );
  const code = new URL(String(redirect_to)).searchParams.get('code');
  const { client_id, redirect_uri } = request;
  const form = { grant_type: 'authorization_code', client_id, redirect_uri, code, code_verifier };
  const sample = event('auth/token', {}) as { headers: Record<string, string> };
  const headers = { ...sample.headers, 'content-type': 'application/json' };
  const exchange = { ...sample, headers, body: JSON.stringify(form), isBase64Encoded: false };
  for (let n = 0; n < 2; n++) await run('auth/token', exchange);
}

/** Approve the application as an agent for one account. */
async function approveAgent(run: Run): Promise<void> {
  const { requestContext } = readEvent('auth/read-authorization') as { requestContext: { domainName: string } };
  const request = { ...SAMPLE_AUTHORIZATION, resource: `http://${requestContext.domainName}/mcp` };
  const { confirmation } = await run(
    'auth/read-authorization',
    event('auth/read-authorization', { body: { request } }),
  );
  const decision = { request, decision: 'approve', confirmation, accounts: [await connectSampleAccount(run)] };
  await run('auth/decide-authorization', event('auth/decide-authorization', { body: decision }));
}
