import type { PostStore } from '../../kit/simulator/post-store.ts';
import {
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { graphError } from './errors.ts';
import { validateFields } from './fields.ts';

const DURATION_SECONDS = 86_400;
const TOTAL = 100;

/** Open the quotas of Instagram accounts: posts within 24 hours, 100 by default. */
export function openQuota(store: PostStore) {
  const { database } = store;
  database.exec('CREATE TABLE IF NOT EXISTS instagram_quotas (account TEXT PRIMARY KEY, total INTEGER)');
  const put = database.prepare('INSERT OR REPLACE INTO instagram_quotas VALUES (?, ?)');
  const get = database.prepare('SELECT total FROM instagram_quotas WHERE account = ?');

  const totalOf = (account: string) => Number(get.get(account)?.total ?? TOTAL);
  const usageOf = (account: string) => store.countPosts('instagram', account, Date.now() - DURATION_SECONDS * 1_000);

  return {
    /** Set a quota by `{account, total}`. @returns the error in the request, or null. */
    set(order: Record<string, unknown> = {}): string | null {
      const unknown = unknownField(order, ['account', 'total']);
      if (unknown !== undefined) return `${unknown} is not one of account, total`;
      const { account, total } = order;
      if (typeof account !== 'string' || !/^\d+$/.test(account)) return 'account is an Instagram user id';
      if (!Number.isSafeInteger(total) || Number(total) < 0) return 'total is a whole number from 0';
      put.run(account, Number(total));
      return null;
    },
    isUsedUp(account: string): boolean {
      return usageOf(account) >= totalOf(account);
    },
    /** Respond to `GET /{account}/content_publishing_limit`. */
    read(request: SimulatedRequest, account: string): SimulatedResponse {
      const parameters = parseParameters(request.query);
      const unknown = parameters === undefined ? 'fields' : unknownField(parameters, ['fields']);
      if (parameters === undefined || unknown !== undefined) {
        return graphError(100, `Invalid parameter: ${unknown}`);
      }
      const names = (parameters.fields ?? 'quota_usage').split(',');
      const known: Record<string, unknown> = {
        quota_usage: usageOf(account),
        config: { quota_total: totalOf(account), quota_duration: DURATION_SECONDS },
      };
      const objection = validateFields(names, Object.keys(known));
      if (objection !== null) return objection;
      return { status: 200, body: { data: [Object.fromEntries(names.map((name) => [name, known[name]]))] } };
    },
  };
}
