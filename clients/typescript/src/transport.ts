import { checkedBaseUrl, checkedHeader } from './arguments.ts';
import { ApiError, CisError, ConnectionError } from './errors.ts';
import {
  type ClientOptions,
  credentialsOf,
  environment,
  type KeyOptions,
  type MatchOptions,
  type RequestOptions,
} from './options.ts';
import { type RepeatOptions, repeat, unlessAborted, wait } from './repeat.ts';
import { SharedToken } from './token.ts';
import type { Token } from './types.ts';

/** A request of one operation, as the resources describe it. */
export interface Call {
  method: string;
  path: string;
  query?: object;
  body?: object;
  /** Whether the operation takes an idempotency key. */
  keyed?: boolean;
  /** Called when the first response is that of an earlier call with the same key. */
  onReplay?: () => void;
}

/** A request as it is sent. */
interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
  onReplay?: (() => void) | undefined;
}

/** Sends requests with a token, and repeats those that may be repeated. */
export class Transport {
  readonly #options: ClientOptions & { baseUrl: string };
  /** The headers of each request with a token. */
  #headers: Record<string, string> = {};
  #token: SharedToken;

  constructor(options: ClientOptions = {}) {
    const baseUrl = options.baseUrl ?? environment('CIS_BASE_URL');
    if (baseUrl === undefined) throw new CisError('Pass `baseUrl`, or set CIS_BASE_URL.', false);
    this.#options = { ...options, ...credentialsOf(options), baseUrl: checkedBaseUrl(baseUrl) };
    this.#token = new SharedToken(this.#options.accessToken, () => this.#requestToken());
  }

  /** Return a transport that sends further headers with each request. It shares the token of this one. */
  withHeaders(headers: Record<string, string>): Transport {
    const derived = new Transport(this.#options);
    derived.#headers = { ...this.#headers, ...headers };
    derived.#token = this.#token;
    return derived;
  }

  /** Send a request and return its response. Adds `etag` to an object that has a version. */
  async send<T>(call: Call, options: RequestOptions & KeyOptions & MatchOptions = {}): Promise<T> {
    const key = call.keyed ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined;
    const headers: Record<string, string> = { accept: 'application/json', ...this.#headers };
    if (call.body) headers['content-type'] = 'application/json';
    if (key !== undefined) headers['idempotency-key'] = checkedHeader('idempotency key', key);
    if (options.ifMatch !== undefined) headers['if-match'] = checkedHeader('etag', options.ifMatch);
    const body = call.body ? JSON.stringify(call.body) : undefined;
    const isRepeatable = call.method !== 'POST' || key !== undefined;
    let hasNewToken = false;
    for (;;) {
      const token = await unlessAborted(this.#token.get(), options.signal);
      const authorized = { ...headers, authorization: `Bearer ${checkedHeader('access token', token)}` };
      try {
        const url = call.path + queryOf(call.query);
        const sent = { method: call.method, path: url, headers: authorized, body, onReplay: call.onReplay };
        return await this.#repeat<T>(sent, options, {
          maxRetries: isRepeatable ? this.#options.maxRetries : 0,
          signal: options.signal,
        });
      } catch (error) {
        const isExpired = error instanceof ApiError && error.code === 'invalid_token';
        if (!isExpired || hasNewToken || !this.#token.drop(token)) throw error;
        hasNewToken = true;
      }
    }
  }

  /** Wait, unless the signal ends the wait. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    await wait(ms, signal);
  }

  /** Send a request as often as it may pass. A `ConnectionError` has the number of attempts. */
  async #repeat<T>(sent: Sent, options: RequestOptions, repeatOptions: RepeatOptions): Promise<T> {
    const { method, path } = sent;
    let count = 0;
    const attempt = () => {
      count += 1;
      // A repeat may find the response that its own call has lost.
      return this.#attempt<T>(count === 1 ? sent : { ...sent, onReplay: undefined }, options);
    };
    try {
      return await repeat(attempt, {
        ...repeatOptions,
        onWait: (attempts, waitMs, error) => this.#options.onRetry?.({ method, path, attempts, waitMs, error }),
      });
    } catch (error) {
      if (error instanceof ConnectionError) error.countAttempts(count);
      throw error;
    }
  }

  async #attempt<T>({ path, onReplay, ...init }: Sent, { signal, timeoutMs }: RequestOptions): Promise<T> {
    signal?.throwIfAborted();
    const limitMs = timeoutMs ?? this.#options.timeoutMs ?? 60_000;
    const limit = AbortSignal.timeout(limitMs);
    const ended = new AbortController();
    const abort = () => ended.abort(signal?.aborted ? signal.reason : limit.reason);
    for (const each of [signal, limit]) each?.addEventListener('abort', abort, { once: true });
    try {
      const request = this.#options.fetch ?? fetch;
      // A redirect would send the credentials to another server.
      const sent: RequestInit = { ...init, redirect: 'manual', signal: ended.signal };
      const response = await request(this.#options.baseUrl + path, sent);
      const { status, headers } = response;
      this.#options.onResponse?.({ method: init.method, path, status, headers });
      const text = await response.text();
      if (!response.ok) throw new ApiError(response.status, problemIn(text), response.headers);
      if (headers.get('idempotent-replayed') === 'true') onReplay?.();
      const isCsv = headers.get('content-type')?.startsWith('text/csv') === true;
      return (isCsv ? text : withEtag(JSON.parse(text), headers)) as T;
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof ApiError) throw error;
      const { host } = new URL(this.#options.baseUrl, 'http://this-page');
      const reason = limit.aborted ? `no complete response within ${limitMs / 1000} s` : reasonOf(error);
      throw new ConnectionError(`${host}: ${reason}`, error);
    } finally {
      signal?.removeEventListener('abort', abort);
    }
  }

  #requestToken(): Promise<Token> {
    const { clientId = '', clientSecret = '' } = this.#options;
    const authorization = basicAuthorization(clientId, clientSecret);
    const headers = { authorization, accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { method: 'POST', path: '/auth/token', headers, body: 'grant_type=client_credentials' };
    return this.#repeat<Token>(sent, {}, { maxRetries: this.#options.maxRetries });
  }
}

/** Write the credentials of a client as RFC 6749 requires: each part is encoded as in a form. */
export function basicAuthorization(clientId: string, clientSecret: string): string {
  return `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
}

/** Name the reason for which there is no response: `fetch` has it as the cause of its error. */
function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'the response is not complete';
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
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
