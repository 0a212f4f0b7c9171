import { type CredentialsResult, recoverFromTokenRejection } from '../../accounts/credentials/account-credentials.ts';
import type { PrepareOutcome, PublishOutcome } from '../../adapters/kit/publisher.ts';
import { entryError } from '../../content/rules/publish-failure-reasons.ts';
import { log } from '../../core/observability/log.ts';

export type UsableCredentials = Extract<CredentialsResult, { state: 'usable' }>;

/**
 * Send a request, and repeat it once with a new token when the platform rejects the token, until `retryUntilMs`.
 * The platform did not process a request with a rejected token, so the repetition is safe.
 */
export async function withTokenRetry<T extends PublishOutcome | PrepareOutcome>(
  account: UsableCredentials,
  retryUntilMs: number,
  request: (account: UsableCredentials) => Promise<T>,
): Promise<{ outcome: T | PublishOutcome; account: UsableCredentials }> {
  const first = await request(account);
  if (!isTokenRejection(first)) return { outcome: first, account };
  const recovered = await recover(account);
  if (recovered.state === 'unavailable') return { outcome: toRetry('account_unavailable'), account };
  if (recovered.state === 'rejected_once') return { outcome: toRetry('token_rejected'), account };
  // Without a new token, the caller gets the platform's rejection.
  if (recovered.state !== 'usable') return { outcome: first, account };
  if (Date.now() > retryUntilMs) return { outcome: toRetry('preparation_slow'), account };
  const second = await request(recovered);
  if (isTokenRejection(second)) await recover(recovered);
  return { outcome: second, account: recovered };
}

/** Recover from a rejection. Any error counts as `unavailable`: the outcome of the request is known and must be recorded. */
async function recover({ account }: UsableCredentials): Promise<CredentialsResult> {
  try {
    return await recoverFromTokenRejection(account);
  } catch (error) {
    log.error('token recovery failed', {
      workspace_id: account.workspace_id,
      account_id: account.id,
      error: error as Error,
    });
    return { state: 'unavailable' };
  }
}

/** Build the outcome of an attempt that was certainly not sent for a reason within this service. */
export function toRetry(code: 'account_unavailable' | 'token_rejected' | 'preparation_slow'): PublishOutcome {
  return { outcome: 'retry', error: entryError(code), retryAfterSeconds: null };
}

function isTokenRejection(outcome: PublishOutcome | PrepareOutcome): boolean {
  return outcome.outcome === 'rejected' && outcome.error.code === 'unauthorized';
}
