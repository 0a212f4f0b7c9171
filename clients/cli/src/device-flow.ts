import { setTimeout as wait } from 'node:timers/promises';
import { type OAuthResponse, oauthError, sendForm } from './form.ts';
import { CLIENT_ID } from './tokens.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** What a person confirms in the dashboard. */
export interface DeviceCode {
  userCode: string;
  url: string;
  completeUrl: string;
}

/**
 * Log this device in (RFC 8628): request a code, show it, and wait until a person has confirmed it. Throws an Error when
 * they do not.
 */
export async function logInDevice(
  baseUrl: string,
  { scope, deviceName, show }: { scope: string; deviceName: string; show(code: DeviceCode): void | Promise<void> },
): Promise<OAuthResponse & { verification_uri: string }> {
  const form = { client_id: CLIENT_ID, scope, device_name: deviceName };
  const code = await sendForm(`${baseUrl}/auth/device`, form);
  const url = webUrl(code.verification_uri);
  await show({
    userCode: String(code.user_code),
    url,
    completeUrl: webUrl(code.verification_uri_complete ?? code.verification_uri),
  });
  let intervalSeconds = Number(code.interval ?? 5);
  for (const endMs = Date.now() + Number(code.expires_in) * 1000; Date.now() < endMs; ) {
    await wait(intervalSeconds * 1000);
    try {
      const poll = { grant_type: GRANT, client_id: CLIENT_ID, device_code: String(code.device_code) };
      return { ...(await sendForm(`${baseUrl}/auth/token`, poll)), verification_uri: url };
    } catch (error) {
      const reason = oauthError(error);
      if (reason === 'access_denied') throw new Error('The login was rejected in the dashboard.');
      if (reason === 'expired_token') break;
      if (reason === 'slow_down') intervalSeconds += 5;
      else if (reason !== 'authorization_pending') throw error;
    }
  }
  throw new Error('The code has expired. Run cis login again.');
}

/** Revoke a refresh token, and with it the login. */
export async function revokeLogin(baseUrl: string, refreshToken: string): Promise<void> {
  await sendForm(`${baseUrl}/auth/revoke`, { client_id: CLIENT_ID, token: refreshToken });
}

/** Assert that a URL of a response is a page: a browser may run other kinds. */
function webUrl(given: string | number | undefined): string {
  const text = String(given);
  if (/^https?:/i.test(text) && URL.canParse(text)) return new URL(text).href;
  throw new Error(
    `The service has sent ${JSON.stringify(text)} in place of the page of the login. Check the base URL.`,
  );
}
