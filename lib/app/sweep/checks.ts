import type { EmailQuota } from '../../core/aws/email-quota.ts';
import type { Probe } from '../../core/net/probe-url.ts';

// ACM renews its certificates earlier: 60 days before their end, or 45 for those that are valid for 198 days.
const CERTIFICATE_NOTICE_MS = 30 * 86_400_000;
const EMAIL_QUOTA_SHARE = 0.8;

/** Return what is wrong with the state of the KMS key, or null: only `Updating` works besides `Enabled`. */
export function keyProblem(state: string): string | null {
  return state === 'Enabled' || state === 'Updating' ? null : `the KMS key is ${state}`;
}

/** Return what is wrong with the emails of the last 24 hours, or null: they are at least 80 % of the quota. */
export function emailQuotaProblem({ limit, sent }: EmailQuota): string | null {
  const isUnlimited = limit < 0;
  return isUnlimited || sent < EMAIL_QUOTA_SHARE * limit ? null : `${sent} of ${limit} emails of a day are sent`;
}

/** Return what is wrong with the response of a public URL, or null: a 5xx, or a certificate that ends within 30 days. */
export function urlProblem({ status, certificateEndsMs }: Probe, nowMs: number): string | null {
  if (status >= 500) return `the response is ${status}`;
  if (certificateEndsMs === null || certificateEndsMs - nowMs > CERTIFICATE_NOTICE_MS) return null;
  return `the certificate ends at ${new Date(certificateEndsMs).toISOString()}`;
}

/** Return what is wrong with the version of LinkedIn's API, or null: `noticeFrom` (ISO 8601) has passed. */
export function linkedInProblem(noticeFrom: string, nowMs: number): string | null {
  return nowMs < Date.parse(noticeFrom) ? null : 'the version of its API ends soon';
}
