import { describe, expect, it, vi } from 'vitest';
import { handler as onRefreshDue } from '../../functions/on-refresh-due.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { commit, type Write } from '../../lib/core/table/commit.ts';
import { PUBLISHERS } from '../../lib/platforms/adapters.ts';
import { advanceTime, inSeconds } from '../functions/api-harness.ts';
import { accountOn, connect } from '../functions/simulated.ts';
import { newId, newTenant } from '../functions/tenants.ts';
import { setupWorkers } from '../functions/worker-harness.ts';

setupWorkers();

describe('the token of a workspace with one account', () => {
  it('is refreshed in the run in which it is due, behind thousands that another workspace has had due for longer', async () => {
    const refresh = vi.spyOn(PUBLISHERS.twitter, 'refresh').mockResolvedValue({
      outcome: 'refreshed',
      accessToken: 'next',
      refreshToken: 'next-refresh',
      expiresInSeconds: 7200,
    });
    const [busy, ordinary] = [await newTenant(), await newTenant()];
    const tokens = { refresh_token: 'refresh', expires_in: 7200, client_id: 'app' };
    for (const tenant of [busy, ordinary]) await connect(tenant, 'twitter', 'token', tokens);
    const { encrypted_secrets: _, ...account } = (await accountOn(busy, 'twitter'))!;
    const writes: Write[] = Array.from({ length: 3_000 }, (_, index) => {
      const copy = {
        ...account,
        id: newId('account'),
        external_id: `${index}`,
        refresh_at: inSeconds(-3600),
        version: 0,
      };
      return accountWrite(null, { ...copy, encrypted_secrets: 'unreadable' });
    });
    for (let start = 0; start < writes.length; start += 100) await commit(writes.slice(start, start + 100));
    advanceTime(7_000_000);
    await onRefreshDue();
    expect((await accountOn(ordinary, 'twitter'))!.refreshed_at).toBe(inSeconds(0));
    refresh.mockRestore();
  });
});
