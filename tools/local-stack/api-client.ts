import type { Credentials } from './demo.ts';

/** One request to the API in JSON, below the base URL. Answers the body; throws when it is not a success. */
export type JsonApiClient = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) => Promise<unknown>;

/** Exchange an API key for a token and return a client that sends it. Throws if the key is rejected. */
export async function createJsonApiClient(key: Credentials): Promise<JsonApiClient> {
  const anonymous = clientWith(key.base_url, {});
  const { client_id, client_secret } = key;
  const asked = { client_id, client_secret, grant_type: 'client_credentials' };
  const { access_token } = (await anonymous('POST', '/auth/token', asked)) as { access_token: string };
  return jsonApiClientWith(key.base_url, access_token);
}

/** Return a client that sends an access token. */
export function jsonApiClientWith(baseUrl: string, accessToken: string): JsonApiClient {
  return clientWith(baseUrl, { authorization: `Bearer ${accessToken}` });
}

function clientWith(baseUrl: string, headers: Record<string, string>): JsonApiClient {
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
