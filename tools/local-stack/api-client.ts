import type { Credentials } from './demo.ts';

/**
 * One request to the API in JSON, below the base URL, with an idempotency key if there is one. Answers the body; throws when
 * it is not a success.
 */
export type JsonApiClient = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  idempotencyKey?: string,
) => Promise<unknown>;

/** Request an access token with an API key. Returns the response of the service, whatever its status. */
export function requestToken({ base_url, client_id, client_secret }: Credentials): Promise<Response> {
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
  return fetch(`${base_url}/auth/token`, { method: 'POST', body });
}

/** Exchange an API key for a token and return a client that sends it. Throws if the key is rejected. */
export async function createJsonApiClient(key: Credentials): Promise<JsonApiClient> {
  const response = await requestToken(key);
  const { access_token } = (await readJson(response, 'POST /auth/token')) as { access_token: string };
  return jsonApiClientWith(key.base_url, access_token);
}

/** Return a client that sends an access token. */
export function jsonApiClientWith(baseUrl: string, accessToken: string): JsonApiClient {
  return async (method, path, body, idempotencyKey) => {
    const sent = body && { body: JSON.stringify(body) };
    const headers = {
      authorization: `Bearer ${accessToken}`,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    };
    const response = await fetch(`${baseUrl}${path}`, { method, headers, ...sent });
    return readJson(response, `${method} ${path}`);
  };
}

async function readJson(response: Response, request: string): Promise<unknown> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${request} returned ${response.status}: ${text}`);
  return JSON.parse(text);
}
