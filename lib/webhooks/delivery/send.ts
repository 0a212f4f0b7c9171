import { withDeadline } from '../../core/net/deadline.ts';
import { parseRetryAfter } from '../../core/net/retry-after.ts';
import type { RequestFailure } from '../../core/net/send-request.ts';
import { validateReceiverUrl } from '../../core/net/ssrf-guard.ts';
import {
  type HostFailure,
  sendVettedRequest,
  type VettedRequest,
  type VettedResult,
} from '../../core/net/vetted-request.ts';

export interface WebhookRequest {
  url: string;
  /** The three `webhook-` headers and `content-type`. This module sets the other headers and overrides these. */
  headers: Record<string, string>;
  /** Sent as its UTF-8 bytes, which are the bytes the signature covers. */
  body: string;
  /** The limit of the whole attempt, from name resolution to the end of the response. */
  deadlineMs: number;
  /** Development only: see `validateReceiverUrl`. */
  allowLoopback: boolean;
  resolve?: VettedRequest['resolve'];
  /** Certificate authorities in PEM instead of the default ones, for tests. */
  ca?: string;
}

/** Stage at which an attempt without a response ended. More detail would make webhooks a port scanner. */
type ErrorClass = 'blocked' | 'dns' | 'connect' | 'tls' | 'timeout' | 'reset' | 'protocol';

/** One attempt. Exactly one of `status` and `errorClass` is null. */
export interface AttemptResponse {
  /** 100 to 599, or null without a valid HTTP response. */
  status: number | null;
  durationMs: number;
  /** At most 4 KiB of UTF-8. Shown to the owner of the endpoint, because only public addresses are reachable. */
  responseBody: string;
  /** The `Retry-After` header, without an upper limit. */
  retryAfterSeconds: number | null;
  errorClass: ErrorClass | null;
  /** Whether the status was 2xx, even if the body was cut off. */
  ok: boolean;
}

const MAX_STORED_BYTES = 4 * 1024;
const MAX_RESPONSE_BYTES = 64 * 1024;

/**
 * Make one attempt to deliver a webhook by POST. Never throws: a failure is an `errorClass`. The URL is validated
 * again, and the request goes to a vetted public address only (`sendVettedRequest`). The status line decides: a reset,
 * the deadline or the 64 KiB limit during the body only shorten `responseBody`. Redirects are responses like any other.
 */
export async function sendWebhook(request: WebhookRequest): Promise<AttemptResponse> {
  const startMs = performance.now();
  const result = await withDeadline(request.deadlineMs, (signal) => post(request, signal));
  const durationMs = Math.round(performance.now() - startMs);
  const { status } = result;
  if (status === null || !isValidStatus(status)) {
    const errorClass = result.status === null ? toErrorClass(result) : 'protocol';
    return { status: null, durationMs, responseBody: '', retryAfterSeconds: null, errorClass, ok: false };
  }
  const retryAfterSeconds = parseRetryAfter(result.headers['retry-after'], Date.now());
  const ok = status >= 200 && status <= 299;
  return { status, durationMs, responseBody: toText(result.body), retryAfterSeconds, errorClass: null, ok };
}

const MAX_RECEIVERS = 1_000;

const receivers = new Map<string, URL | null>();

/**
 * Return the URL of a receiver, or null for a text that is not valid. The deliveries of an endpoint share it, because
 * the rules cost as much as the signature. The addresses of its host are vetted for each request.
 */
function receiverOf(text: string, { allowLoopback }: { allowLoopback: boolean }): URL | null {
  const key = `${allowLoopback} ${text}`;
  const known = receivers.get(key);
  if (known !== undefined) return known;
  const validated = validateReceiverUrl(text, { allowLoopback });
  const url = 'rejection' in validated ? null : new URL(validated.url);
  if (receivers.size >= MAX_RECEIVERS) receivers.clear();
  receivers.set(key, url);
  return url;
}

async function post({ url: text, ...request }: WebhookRequest, signal: AbortSignal): Promise<VettedResult> {
  const url = receiverOf(text, request);
  if (!url) return { status: null, phase: 'host', code: 'BLOCKED' };
  return sendVettedRequest({
    ...request,
    method: 'POST',
    url,
    headers: {
      ...request.headers,
      host: url.host,
      'content-length': String(Buffer.byteLength(request.body)),
      'user-agent': 'content-intelligence-service/1 (+webhooks)',
      'accept-encoding': 'identity',
    },
    signal,
    keepAlive: true,
    maxResponseBytes: MAX_RESPONSE_BYTES,
    readsBody: isValidStatus,
  });
}

function isValidStatus(status: number): boolean {
  return status >= 100 && status <= 599;
}

const HOST_ERRORS = { BLOCKED: 'blocked', DNS: 'dns', DEADLINE: 'timeout' } as const;

function toErrorClass(failure: RequestFailure | HostFailure): ErrorClass {
  if (failure.phase === 'host') return HOST_ERRORS[failure.code];
  const { phase, code } = failure;
  if (code === 'DEADLINE') return 'timeout';
  if (phase === 'build' || code === 'UPGRADE' || code.startsWith('HPE_')) return 'protocol';
  if (phase !== 'open') return phase;
  // A TLS alert may follow the handshake, for example when the server requires a client certificate.
  return code === 'EPROTO' || code.startsWith('ERR_SSL_') || code.startsWith('ERR_TLS_') ? 'tls' : 'reset';
}

/** Return at most 4 KiB of UTF-8. A character at the limit is omitted; invalid sequences are replaced. */
function toText(body: Buffer): string {
  // A replaced byte becomes three bytes, so the text is cut again.
  return cutText(Buffer.from(cutText(body)));
}

function cutText(bytes: Buffer): string {
  const isCut = bytes.length > MAX_STORED_BYTES;
  return new TextDecoder().decode(bytes.subarray(0, MAX_STORED_BYTES), { stream: isCut });
}
