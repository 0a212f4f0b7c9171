import { ApiError, ConnectionError } from '../../typescript/src/errors.ts';
import { repeat } from '../../typescript/src/repeat.ts';

/** Five attempts begin within the 60 seconds in which a refresh token has the same result: a later one would end the login. */
const TIME_LIMIT_MS = 10_000;

/** A response of an OAuth endpoint. */
export type OAuthResponse = Record<string, string | number | undefined>;

/**
 * Send a form to an OAuth endpoint. Requests that fail with an error that may pass are repeated. Throws an ApiError with
 * the response, or a ConnectionError.
 */
export function sendForm(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<OAuthResponse> {
  return repeat(() => attempt(url, form, headers));
}

/** Return the `error` of an OAuth response, such as `invalid_grant`. */
export function oauthError(error: unknown): string | undefined {
  return error instanceof ApiError ? (error.problem as { error?: string }).error : undefined;
}

async function attempt(url: string, form: Record<string, string>, headers: Record<string, string>) {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form).toString(),
      // A redirect would send the credentials to another server.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIME_LIMIT_MS),
    });
    text = await response.text();
  } catch (error) {
    throw new ConnectionError(`${new URL(url).origin} does not respond.`, error);
  }
  const body = parse(text);
  if (response.ok && body) return body;
  if (response.ok) throw new ConnectionError(`${url} has not responded with JSON.`);
  throw new ApiError(response.status, body ?? {}, response.headers);
}

function parse(text: string): OAuthResponse | null {
  if (text === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as OAuthResponse) : null;
  } catch {
    return null;
  }
}
