import { invalidQueryError } from '../domain/api-error.ts';
import { isId } from '../domain/id.ts';

/**
 * Assert that a query selects by platform or by account, not by both. Throws 400 otherwise. Returns whether anything can
 * match: no account has a text that is no id.
 */
export function checkAccountFilter(query: { platform?: string | undefined; account_id?: string | undefined }): boolean {
  const { platform, account_id } = query;
  if (account_id === undefined) return true;
  if (platform !== undefined) {
    const detail = 'Cannot be combined with platform: an account has one platform.';
    throw invalidQueryError([{ pointer: 'account_id', code: 'conflict', detail }]);
  }
  return isId('account', account_id);
}
