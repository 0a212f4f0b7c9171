import { ApiError, validationError } from '../api-error.ts';
import { formatInstant } from '../timestamps.ts';
import type { RetiredSecret, WebhookEndpoint } from './webhook-endpoint.ts';

/** Signatures on one delivery: more would only make its header long. */
export const MAX_ACTIVE_SIGNING_SECRETS = 5;

/** The secrets a delivery is signed with at a time, newest first: the one that holds, and those it has replaced. */
export function signingSecrets(endpoint: WebhookEndpoint, nowMs: number): string[] {
  return [...endpoint.secrets, ...activeRetiredSecrets(endpoint, nowMs).map(({ secret }) => secret)];
}

/**
 * The endpoint with a new secret. What signed until now signs beside it for `overlapSeconds`, so that a
 * receiver may take up the new one at any moment of that time. 409 when that would make more signatures than
 * five, 422 for a secret that signs already.
 */
export function rotateSecret(
  endpoint: WebhookEndpoint,
  secret: string,
  overlapSeconds: number,
  nowMs: number,
): WebhookEndpoint {
  const retired = activeRetiredSecrets(endpoint, nowMs);
  const signing = signingSecrets(endpoint, nowMs);
  if (signing.includes(secret)) {
    const detail = 'Must differ from the active secrets of this webhook endpoint.';
    throw validationError([{ pointer: '/secret', code: 'secret_in_use', detail }]);
  }
  if (signing.length >= MAX_ACTIVE_SIGNING_SECRETS) {
    const expiries = retired.map(({ expires_at }) => expires_at).sort();
    throw new ApiError(
      'too_many_secrets',
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

function activeRetiredSecrets({ retired_secrets = [] }: WebhookEndpoint, nowMs: number): RetiredSecret[] {
  return retired_secrets.filter(({ expires_at }) => nowMs < Date.parse(expires_at));
}
