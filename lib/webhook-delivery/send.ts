import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import {
  type ErrorClass,
  type PinnedRequest,
  type ReceiverResponse,
  type RequestFailure,
  sendPinned,
} from '../net/pinned-request.ts';
import {
  blockedAddressReason,
  hostAddress,
  isLoopbackAddress,
  validateReceiverUrl,
} from '../net/ssrf-guard.ts';

export interface WebhookRequest {
  url: string;
  /** The three `webhook-` headers and `content-type`; the rest is set here and wins over these. */
  headers: Record<string, string>;
  /** Sent as exactly its UTF-8 bytes, which are the ones the signature covers. */
  body: string;
  /** How long the attempt may take from the call to the end of the response, name resolution included. */
  deadlineMs: number;
  /** Development only: see `validateReceiverUrl`. */
  allowLoopback: boolean;
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>;
  /** Certificate authorities in PEM instead of the system's, for tests. */
  ca?: string;
}

/** One attempt. Exactly one of `status` and `errorClass` is null. */
export interface AttemptResponse {
  /** 100 to 599, or null without a usable HTTP answer. */
  status: number | null;
  durationMs: number;
  /**
   * At most 4 KiB of UTF-8, as much as arrived. The log shows it to whoever chose the URL, which no address
   * but a public one could have answered.
   */
  responseBody: string;
  /** The receiver's wish, unbounded. */
  retryAfterSeconds: number | null;
  errorClass: ErrorClass | null;
  /** Whether the status line said 2xx, whatever became of the body. */
  ok: boolean;
}

/** A name with many dead addresses must not make us knock at all of them. */
const MAX_ADDRESSES = 3;

/**
 * Makes one attempt to deliver a webhook by POST and never throws: what goes wrong is an `errorClass`.
 *
 * The URL is vetted again and its name resolved once; every address it resolves to must pass, and the
 * connection goes to one of those very addresses, so a name cannot change where it leads in between.
 * A connection that cannot be opened is tried at the next address, at most three in all. A kept
 * connection that its peer had closed is replaced once by a fresh one. Both happen before anything was
 * answered; otherwise one call sends one request. Redirects are not followed.
 */
export async function sendWebhook(request: WebhookRequest): Promise<AttemptResponse> {
  const startMs = performance.now();
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), request.deadlineMs);
  let outcome: ReceiverResponse | RequestFailure;
  try {
    outcome = await attemptAddresses(request, deadline.signal);
  } catch {
    // Only a request that cannot be put into HTTP gets here, such as a line break in a header.
    outcome = failure('protocol');
  } finally {
    clearTimeout(timer);
  }
  const durationMs = Math.round(performance.now() - startMs);
  if ('errorClass' in outcome) {
    const { errorClass } = outcome;
    return { status: null, durationMs, responseBody: '', retryAfterSeconds: null, errorClass, ok: false };
  }
  const ok = outcome.status >= 200 && outcome.status <= 299;
  return { ...outcome, durationMs, errorClass: null, ok };
}

async function attemptAddresses(
  request: WebhookRequest,
  signal: AbortSignal,
): Promise<ReceiverResponse | RequestFailure> {
  const vetted = validateReceiverUrl(request.url, request);
  if ('refusal' in vetted) return failure('blocked');
  const url = new URL(vetted.url);
  const literal = hostAddress(url);
  const addresses = literal === null ? await resolveAddresses(url, request, signal) : [literal];
  if (!Array.isArray(addresses)) return addresses;

  const body = Buffer.from(request.body, 'utf8');
  const pinned: Omit<PinnedRequest, 'address' | 'freshSocket'> = {
    url,
    serverName: literal === null ? url.hostname : '',
    headers: {
      ...request.headers,
      host: url.host,
      'content-length': String(body.length),
      'user-agent': 'content-intelligence-service/1 (+webhooks)',
      'accept-encoding': 'identity',
    },
    body,
    signal,
    ca: request.ca,
  };
  let outcome: ReceiverResponse | RequestFailure = failure('connect');
  for (const address of addresses.slice(0, MAX_ADDRESSES)) {
    outcome = await sendPinned({ ...pinned, address, freshSocket: false });
    if ('staleSocket' in outcome && outcome.staleSocket) {
      outcome = await sendPinned({ ...pinned, address, freshSocket: true });
    }
    if (!('errorClass' in outcome && outcome.errorClass === 'connect')) break;
  }
  return outcome;
}

/** Resolves the host of `url` and vets every address. IPv4 comes first: Lambda reaches no IPv6 outside a VPC. */
async function resolveAddresses(
  url: URL,
  request: WebhookRequest,
  signal: AbortSignal,
): Promise<string[] | RequestFailure> {
  const resolve = request.resolve ?? ((hostname: string) => lookup(hostname, { all: true }));
  const { promise: aborted, resolve: abort } = Promise.withResolvers<'aborted'>();
  signal.addEventListener('abort', () => abort('aborted'), { once: true });
  let answers: { address: string }[] | 'aborted';
  try {
    answers = await Promise.race([resolve(url.hostname), aborted]);
  } catch {
    return failure('dns');
  }
  if (answers === 'aborted') return failure('timeout');
  if (answers.length === 0) return failure('dns');
  const addresses = answers.map(({ address }) => address);
  // Plain http is for this machine only, whatever its name resolves to.
  const passes = (address: string) =>
    blockedAddressReason(address, request) === null &&
    (url.protocol === 'https:' || isLoopbackAddress(address));
  if (!addresses.every(passes)) return failure('blocked');
  return addresses.toSorted((a, b) => isIP(a) - isIP(b));
}

function failure(errorClass: ErrorClass): RequestFailure {
  return { errorClass, staleSocket: false };
}
