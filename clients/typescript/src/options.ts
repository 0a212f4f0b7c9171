import { CisError } from './errors.ts';

/** How to reach a service, and the credentials for it. */
export interface ClientOptions {
  /**
   * The base URL: `https://social.example.com/v1`. The version is added if it is missing. Defaults to the variable
   * `CIS_BASE_URL` of the environment.
   */
  baseUrl?: string;
  /**
   * The id and the secret of an API key. Default to `CIS_CLIENT_ID` and `CIS_CLIENT_SECRET`. Never put a secret into a page.
   */
  clientId?: string;
  clientSecret?: string;
  /** An access token in place of a key, or a function that returns one: it is called again when the token has expired. */
  accessToken?: string | (() => string | Promise<string>);
  /** The time limit of each attempt. Defaults to 60,000. */
  timeoutMs?: number;
  /** How often a request is repeated. Defaults to 4. */
  maxRetries?: number;
  /** Sends the requests, in place of the global `fetch`. */
  fetch?: typeof fetch;
  /** Is called with each response, also to a request that is repeated: its headers have the rate limits. */
  onResponse?(response: ResponseInfo): void;
  /** Is called before each wait for another attempt. */
  onRetry?(retry: RetryInfo): void;
}

/** A response of the service. */
export interface ResponseInfo {
  method: string;
  /** The path after the base URL, with its query. */
  path: string;
  status: number;
  headers: Headers;
}

/** A wait for another attempt. */
export interface RetryInfo {
  method: string;
  path: string;
  /** How many attempts have failed. */
  attempts: number;
  waitMs: number;
  /** The error of the last attempt. */
  error: Error;
}

/** The options of each call. */
export interface RequestOptions {
  /** Ends the call: the promise rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** The time limit of each attempt, in place of that of the client. */
  timeoutMs?: number;
}

/** Who acts in a workspace. */
export interface WorkspaceOptions {
  /** Who of the users of your product acts: the audit log records it. */
  actor?: string;
}

/** The option of calls that create something. */
export interface KeyOptions {
  /** Two calls with one key have one effect. Each call has a key of its own by default, which its repeats share. */
  idempotencyKey?: string;
}

/** The option of calls that change an object with a version. */
export interface MatchOptions {
  /** The `etag` of the object as you know it. The call fails with `precondition_failed` after another change. */
  ifMatch?: string;
}

/** Return the key of the options, or of the environment. An access token needs none. */
export function credentialsOf({ accessToken, clientId, clientSecret }: ClientOptions) {
  if (accessToken !== undefined) return {};
  const id = clientId ?? environment('CIS_CLIENT_ID');
  const secret = clientSecret ?? environment('CIS_CLIENT_SECRET');
  if (id !== undefined && secret !== undefined) return { clientId: id, clientSecret: secret };
  throw new CisError(
    'Pass `clientId` and `clientSecret`, or `accessToken`, or set CIS_CLIENT_ID and CIS_CLIENT_SECRET.',
    false,
  );
}

/** Read a variable of the environment. A page has none. */
export function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name] || undefined;
}
