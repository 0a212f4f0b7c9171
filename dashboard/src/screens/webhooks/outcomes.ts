import type { Schemas } from '../../api/client.ts';

type Attempt = Pick<Schemas['Delivery']['attempts'][number], 'status' | 'error_class' | 'duration_ms'>;

const FAILURES: Record<string, string> = {
  blocked: 'The host is not public. No request was sent.',
  dns: 'The host was not found.',
  connect: 'The receiver rejected the connection.',
  tls: 'The certificate or TLS handshake was invalid.',
  timeout: 'The request timed out.',
  reset: 'The connection was closed before a response.',
  protocol: 'The response was not valid HTTP.',
};

/** Say why a receiver sent no HTTP response. */
export function failureText(errorClass: string): string {
  return FAILURES[errorClass] ?? `No HTTP response: ${errorClass}.`;
}

/** Whether the receiver accepted an attempt. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Say what a receiver answered, with its status code and response time. */
export function attemptText({ status, error_class, duration_ms }: Attempt): string {
  const duration = formatDuration(duration_ms);
  if (status === null) return `${failureText(error_class ?? 'unknown')} After ${duration}.`;
  return `HTTP ${status} in ${duration}`;
}

/** Format a duration for reading: milliseconds below a second, then seconds. */
export function formatDuration(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** What a status of a delivery means, and what follows. */
export const DELIVERY_STATUSES: Record<Schemas['Delivery']['status'], string> = {
  pending: 'Retry scheduled.',
  delivered: 'Accepted by the endpoint.',
  exhausted: 'Failed. Replay the delivery when the endpoint is available.',
  dropped: 'Not sent because the endpoint was inactive. Replay the delivery or recover a period.',
};

/** What a person should know about an endpoint that does not work as it should. */
export interface EndpointAdvice {
  kind: 'warning' | 'info';
  text: string;
}

/** Return what to know about an endpoint, and what to do. Null for one that works. Times are formatted by `format`. */
export function endpointAdvice(endpoint: Schemas['Webhook'], format: (at: string) => string): EndpointAdvice | null {
  if (endpoint.disabled_reason?.startsWith('permission_lost')) {
    return {
      kind: 'warning',
      text: 'Disabled because the member or API key that registered the endpoint may no longer read its events. Resume it to authorize it yourself. Then recover the missed deliveries.',
    };
  }
  if (endpoint.status === 'disabled') {
    const since = endpoint.failing_since ? ` since ${format(endpoint.failing_since)}` : '';
    return {
      kind: 'warning',
      text: `Disabled because every delivery failed${since}. Fix the endpoint, send a test, and resume it. Then recover the failed deliveries.`,
    };
  }
  if (endpoint.status === 'paused') {
    return endpoint.paused_reason === 'plan'
      ? { kind: 'warning', text: 'Paused because your plan does not include webhooks.' }
      : {
          kind: 'info',
          text: 'Paused. Events are not sent. After you resume the endpoint, recover the missed deliveries.',
        };
  }
  if (endpoint.failing_since) {
    const end = endpoint.disables_at
      ? ` If no attempt succeeds, the endpoint is disabled after ${format(endpoint.disables_at)}.`
      : '';
    return {
      kind: 'warning',
      text: `Every attempt has failed since ${format(endpoint.failing_since)}.${end} Open a delivery to see its responses.`,
    };
  }
  if (!endpoint.is_verified) {
    return {
      kind: 'info',
      text: 'Not verified: no request to this URL has succeeded. Deliveries are attempted three times instead of ten. Send a test to verify the endpoint.',
    };
  }
  return null;
}
