import { ApiError, CisError, ConnectionError } from './errors.ts';
import { repeat, unlessAborted, wait } from './repeat.ts';
import type { Token } from './types.ts';

/** How to reach a service, and the credentials for it. */
export interface ClientOptions {
  /** The base URL, with its version: `https://social.example.com/v1`. */
  baseUrl: string;
  /** The id and the secret of an API key. Never put a secret into a page. */
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
}

/** The options of each call. */
export interface RequestOptions {
  /** Ends the call: the promise rejects with the reason of the signal. */
  signal?: AbortSignal;
  /** The time limit of each attempt, in place of that of the client. */
  timeoutMs?: number;
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

/** A request of one operation, as the resources describe it. */
export interface Call {
  method: string;
  path: string;
  query?: object;
  body?: object;
  /** Whether the operation takes an idempotency key. */
  keyed?: boolean;
}

/** A token is renewed before the service rejects it. */
export const USED_SHARE_OF_TOKEN = 0.9;

/** Sends requests with a token, and repeats those that may be repeated. */
export class Transport {
  readonly #options: ClientOptions;
  /** The present token: `text` is null while it is requested. */
  #token: { value: Promise<string>; text: string | null; endsAtMs: number } | null = null;

  constructor(options: ClientOptions) {
    const { accessToken, clientId, clientSecret } = options;
    if (accessToken === undefined && (clientId === undefined || clientSecret === undefined)) {
      throw new CisError('Pass `clientId` and `clientSecret`, or `accessToken`.', false);
    }
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, '') };
  }

  /** Send a request and return its response. Adds `etag` to an object that has a version. */
  async send<T>(call: Call, options: RequestOptions & KeyOptions & MatchOptions = {}): Promise<T> {
    const key = call.keyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers: Record<string, string> = { accept: 'application/json' };
    if (call.body) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = key;
    if (options.ifMatch !== undefined) headers['if-match'] = options.ifMatch;
    const body = call.body ? JSON.stringify(call.body) : undefined;
    const isRepeatable = call.method !== 'POST' || key !== undefined;
    let hasNewToken = false;
    for (;;) {
      const token = await unlessAborted(this.#getToken(), options.signal);
      const authorized = { ...headers, authorization: `Bearer ${token}` };
      try {
        const url = call.path + queryOf(call.query);
        return await repeat(() => this.#attempt<T>(url, { method: call.method, headers: authorized, body }, options), {
          maxRetries: isRepeatable ? this.#options.maxRetries : 0,
          signal: options.signal,
        });
      } catch (error) {
        const isExpired = error instanceof ApiError && error.code === 'invalid_token';
        if (!isExpired || hasNewToken || typeof this.#options.accessToken === 'string') throw error;
        hasNewToken = true;
        // Another call may have renewed it.
        if (this.#token?.text === token) this.#token = null;
      }
    }
  }

  /** Wait, unless the signal ends the wait. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    await wait(ms, signal);
  }

  async #attempt<T>(path: string, init: RequestInit, { signal, timeoutMs }: RequestOptions): Promise<T> {
    signal?.throwIfAborted();
    const limit = AbortSignal.timeout(timeoutMs ?? this.#options.timeoutMs ?? 60_000);
    const ended = new AbortController();
    const abort = () => ended.abort(signal?.aborted ? signal.reason : limit.reason);
    for (const each of [signal, limit]) each?.addEventListener('abort', abort, { once: true });
    try {
      const request = this.#options.fetch ?? fetch;
      const response = await request(this.#options.baseUrl + path, { ...init, signal: ended.signal });
      const text = await response.text();
      if (!response.ok) throw new ApiError(response.status, problemIn(text), response.headers);
      return withEtag(JSON.parse(text), response.headers) as T;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ApiError) throw error;
      throw new ConnectionError(
        limit.aborted ? 'The attempt has exceeded its time limit.' : 'The connection failed.',
        error,
      );
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  /** Return the present token. Callers that need a new one at the same time share one request. */
  #getToken(): Promise<string> {
    const { accessToken } = this.#options;
    if (typeof accessToken === 'string') return Promise.resolve(accessToken);
    if (this.#token && Date.now() < this.#token.endsAtMs) return this.#token.value;
    const token = {
      value: accessToken ? Promise.resolve().then(accessToken) : this.#requestToken().then(ending),
      text: null as string | null,
      endsAtMs: Number.POSITIVE_INFINITY,
    };
    function ending({ access_token, expires_in }: Token): string {
      token.endsAtMs = Date.now() + expires_in * 1000 * USED_SHARE_OF_TOKEN;
      return access_token;
    }
    token.value.then(
      (text) => {
        token.text = text;
      },
      () => {
        if (this.#token === token) this.#token = null;
      },
    );
    this.#token = token;
    return token.value;
  }

  #requestToken(): Promise<Token> {
    const { clientId = '', clientSecret = '' } = this.#options;
    const authorization = basicAuthorization(clientId, clientSecret);
    const headers = { authorization, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body: 'grant_type=client_credentials' };
    return repeat(() => this.#attempt<Token>('/auth/token', init, {}), { maxRetries: this.#options.maxRetries });
  }
}

/** Write the credentials of a client as RFC 6749 requires: each part is encoded as in a form. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
}

function queryOf(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const pairs = given.map(([name, value]): [string, string] => {
    return [name, value instanceof Date ? value.toISOString() : String(value)];
  });
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
}

function problemIn(text: string): object {
  try {
    const problem: unknown = JSON.parse(text);
    return typeof problem === 'object' && problem !== null ? problem : {};
  } catch {
    return {};
  }
}

function withEtag(value: unknown, headers: Headers): unknown {
  const etag = headers.get('etag');
  if (etag !== null && typeof value === 'object' && value !== null) Object.assign(value, { etag });
  return value;
}
