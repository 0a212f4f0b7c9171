import { event, type Run } from './access-requests.ts';

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
  await run('auth/revoke', form('auth/revoke', { token: String(refresh_token) }));
}
