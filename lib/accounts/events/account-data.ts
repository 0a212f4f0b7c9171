import { SAMPLE_ACCOUNT_ID, SAMPLE_AT } from '../../core/events/samples.ts';
import { pick } from '../../core/values/pick.ts';
import type { Account } from '../rules/account.ts';
import { isSandboxAccountId } from '../rules/sandbox-account.ts';

/** Build what events tell about an account. It has no credentials. */
export function toAccountData(account: Account): Record<string, unknown> {
  return {
    account_id: account.id,
    ...pick(account, 'platform', 'name'),
    handle: account.handle ?? null,
    sandbox: isSandboxAccountId(account.id),
    ...pick(account, 'status', 'reconnect_reason', 'token_expires_at'),
  };
}

/** The sample of an event about an account. */
export const SAMPLE_ACCOUNT_DATA = {
  account_id: SAMPLE_ACCOUNT_ID,
  platform: 'twitter',
  name: 'Main account',
  handle: null,
  sandbox: false,
  status: 'connected',
  reconnect_reason: null,
  token_expires_at: SAMPLE_AT,
};
