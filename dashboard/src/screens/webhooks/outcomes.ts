import type { Schemas } from '../../api/client.ts';
import { locale, t } from '../../language/texts.ts';

type Attempt = Pick<Schemas['Delivery']['attempts'][number], 'status' | 'error_class' | 'duration_ms'>;

const FAILURES = ['blocked', 'dns', 'connect', 'tls', 'timeout', 'reset', 'protocol'] as const;

/** Say why a receiver sent no HTTP response. */
export function failureText(errorClass: string): string {
  const known = FAILURES.find((failure) => failure === errorClass);
  return known ? t(`webhooks.failure_${known}`) : t('webhooks.failure_other', { reason: errorClass });
}

/** Whether the receiver accepted an attempt. */
export function isAccepted(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Say how a receiver responded, with its status code and response time. */
export function attemptText({ status, error_class, duration_ms }: Attempt): string {
  const duration = formatDuration(duration_ms);
  if (status !== null) return t('webhooks.attemptResponded', { status: String(status), duration });
  return t('webhooks.attemptFailed', { failure: failureText(error_class ?? 'unknown'), duration });
}

/** Format a duration for reading: milliseconds below a second, then seconds. */
export function formatDuration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  const seconds = new Intl.NumberFormat(locale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return `${seconds.format(ms / 1000)} s`;
}

type Outcome = Pick<Schemas['Delivery'], 'status' | 'attempt_count'>;

/** Say how a delivery ended, or how it continues, in a few words. */
export function outcomeText({ status, attempt_count }: Outcome): string {
  return t(status === 'pending' && attempt_count === 0 ? 'webhooks.outcome_waiting' : `webhooks.outcome_${status}`);
}

/** What a person should know about an endpoint that does not work as it should. */
export interface EndpointAdvice {
  kind: 'warning' | 'info';
  text: string;
}

/** Return what to know about an endpoint, and what to do. Null for one that works. Times are formatted by `format`. */
export function endpointAdvice(endpoint: Schemas['Webhook'], format: (at: string) => string): EndpointAdvice | null {
  if (endpoint.agent && endpoint.status === 'disabled') return { kind: 'info', text: t('webhooks.subscriptionEnded') };
  if (endpoint.disabled_reason?.startsWith('permission_lost')) {
    return {
      kind: 'warning',
      text: t('webhooks.permissionLost'),
    };
  }
  const since = endpoint.failing_since && format(endpoint.failing_since);
  if (endpoint.status === 'disabled') {
    return {
      kind: 'warning',
      text: since ? t('webhooks.disabledFailedSince', { since }) : t('webhooks.disabledFailed'),
    };
  }
  if (endpoint.status === 'paused') {
    return endpoint.paused_reason === 'plan'
      ? { kind: 'warning', text: t('webhooks.pausedPlan') }
      : {
          kind: 'info',
          text: t('webhooks.paused'),
        };
  }
  if (since) {
    const end = endpoint.disables_at && format(endpoint.disables_at);
    return {
      kind: 'warning',
      text: end ? t('webhooks.failingUntil', { since, end }) : t('webhooks.failingSince', { since }),
    };
  }
  if (!endpoint.is_verified) {
    return {
      kind: 'info',
      text: t('webhooks.unverified'),
    };
  }
  return null;
}
