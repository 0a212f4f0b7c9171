import type { Credentials } from './demo.ts';

/** One request to the API in JSON, below the base URL. Answers the body; throws when it is not a success. */
export type Caller = (method: 'GET' | 'POST', path: string, body?: object) => Promise<unknown>;

/** Exchanges a key for a token, and answers a caller that sends it along. Throws when the key is refused. */
export async function openCaller(key: Credentials): Promise<Caller> {
  const anonymous = callerWith(key.base_url, {});
  const { client_id, client_secret } = key;
  const asked = { client_id, client_secret, grant_type: 'client_credentials' };
  const { access_token } = (await anonymous('POST', '/auth/token', asked)) as { access_token: string };
  return callerWith(key.base_url, { authorization: `Bearer ${access_token}` });
}

function callerWith(baseUrl: string, headers: Record<string, string>): Caller {
  return async (method, path, body) => {
    const sent = body && { body: JSON.stringify(body) };
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...sent,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
    return JSON.parse(text);
  };
}
