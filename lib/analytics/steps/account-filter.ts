import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { isId } from '../../core/values/id.ts';

/**
 * Assert that a query selects by account, or by platform and kind of account. Throws 400 otherwise. Returns whether anything can
 * match: no account has a text that is no id.
 */
export function checkAccountFilter(query: {
  platform?: string | undefined;
  account_id?: string | undefined;
  sandbox?: string | undefined;
}): boolean {
  const { platform, account_id, sandbox } = query;
  if (account_id === undefined) return true;
  if (sandbox !== undefined) {
    const detail = 'Cannot be combined with account_id: an account is a sandbox account or none.';
    throw invalidQueryError([{ pointer: 'sandbox', code: 'conflict', detail }]);
  }
  if (platform !== undefined) {
    const detail = 'Cannot be combined with platform: an account has one platform.';
    throw invalidQueryError([{ pointer: 'account_id', code: 'conflict', detail }]);
  }
  return isId('account', account_id);
}
