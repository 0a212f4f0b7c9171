import { fieldError } from '../../core/problems/request-errors.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { tooManySecrets } from '../../identity/problems.ts';
import type { RetiredSecret, WebhookEndpoint } from './webhook-endpoint.ts';

/** Maximum number of signatures per delivery, which limits the header size. */
export const MAX_ACTIVE_SIGNING_SECRETS = 5;

/** List the encrypted secrets that sign deliveries, newest first: the current one and unexpired retired ones. */
export function signingSecrets(endpoint: WebhookEndpoint, nowMs: number): string[] {
  return [...endpoint.secrets, ...activeRetiredSecrets(endpoint, nowMs).map(({ secret }) => secret)];
}

/**
 * Replace the secret of an endpoint by another encrypted one. The previous secrets also sign for `overlapSeconds`.
 * Throws a 409 for more than five signatures and a 422 for an active secret.
 */
export function rotateSecret(endpoint: WebhookEndpoint, secret: string, overlapSeconds: number, nowMs: number) {
  const retired = activeRetiredSecrets(endpoint, nowMs);
  const signing = signingSecrets(endpoint, nowMs);
  if (signing.some((each) => fingerprintOf(each) === fingerprintOf(secret))) {
    throw fieldError('/secret', 'secret_in_use', 'Must differ from the active secrets of this webhook endpoint.');
  }
  if (signing.length >= MAX_ACTIVE_SIGNING_SECRETS) {
    const expiries = retired.map(({ expires_at }) => expires_at).sort();
    throw tooManySecrets(
      `The webhook endpoint has ${signing.length} active secrets, which is the maximum. The next one expires at ${expiries[0]}.`,
      { extensions: { next_expires_at: expiries[0] } },
    );
  }
  const expires_at = formatInstant(nowMs + overlapSeconds * 1000);
  return {
    ...endpoint,
    secrets: [secret],
    retired_secrets: [...endpoint.secrets.map((each) => ({ secret: each, expires_at })), ...retired],
    updated_at: formatInstant(nowMs),
  };
}

// An encrypted secret is its fingerprint, a dot, and the ciphertext, which differs each time.
function fingerprintOf(secret: string): string {
  return secret.split('.')[0]!;
}

function activeRetiredSecrets({ retired_secrets = [] }: WebhookEndpoint, nowMs: number): RetiredSecret[] {
  return retired_secrets.filter(({ expires_at }) => nowMs < Date.parse(expires_at));
}
