import type { Schemas } from '../../api/client.ts';

type Attempt = Pick<Schemas['Delivery']['attempts'][number], 'status' | 'error_class' | 'duration_ms'>;

const FAILURES: Record<string, string> = {
  blocked: 'The address is not public, so no request was sent.',
  dns: 'The name of the host was not found.',
  connect: 'The receiver refused the connection, or did not accept it.',
  tls: 'The certificate or the TLS handshake was not valid.',
  timeout: 'The receiver did not respond in time.',
  reset: 'The receiver closed the connection before its response.',
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
  pending: 'Waits for its next attempt.',
  delivered: 'The receiver accepted it.',
  exhausted: 'All attempts failed. Replay it when the receiver works again.',
  dropped: 'Not sent, because the endpoint was not active. Replay it, or recover a period.',
};

/** What a person should know about an endpoint that does not work as it should. */
export interface EndpointAdvice {
  kind: 'warning' | 'info';
  text: string;
}

/** Return what to know about an endpoint, and what to do. Null for one that works. Times are formatted by `format`. */
export function endpointAdvice(endpoint: Schemas['Webhook'], format: (at: string) => string): EndpointAdvice | null {
  if (endpoint.status === 'disabled') {
    const since = endpoint.failing_since ? ` since ${format(endpoint.failing_since)}` : '';
    return {
      kind: 'warning',
      text: `Disabled, because every delivery failed${since}. Fix the receiver, send a test, and resume the endpoint. Then recover the failed deliveries.`,
    };
  }
  if (endpoint.status === 'paused') {
    return endpoint.paused_reason === 'plan'
      ? { kind: 'warning', text: 'Paused, because your plan does not include webhooks. Deliveries are not sent.' }
      : { kind: 'info', text: 'Paused. Events are not sent. After you resume it, recover the period of the pause.' };
  }
  if (endpoint.failing_since) {
    const end = endpoint.disables_at
      ? ` If none succeeds, the endpoint is disabled after ${format(endpoint.disables_at)}.`
      : '';
    return {
      kind: 'warning',
      text: `Every attempt has failed since ${format(endpoint.failing_since)}.${end} Open a delivery to see the responses.`,
    };
  }
  if (!endpoint.is_verified) {
    return {
      kind: 'info',
      text: 'Not verified: no request to this URL has succeeded yet, so a delivery has three attempts in place of ten. Send a test to verify it.',
    };
  }
  return null;
}
