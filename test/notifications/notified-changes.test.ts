import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import { needsReconnect } from '../../lib/accounts/rules/account-token-lifecycle.ts';
import { accountWrite } from '../../lib/accounts/store/accounts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { resolveUnconfirmed } from '../../lib/publishing/rules/resolve-unconfirmed.ts';
import { endpointWrite, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { advanceTime, inSeconds } from '../functions/api-harness.ts';
import { listed } from '../functions/given/notifications.ts';
import { publishTo } from '../functions/publish-step.ts';
import { newAccount, newContent, newWebhook } from '../functions/resources.ts';
import { accountOn } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { applyEntryRule } from '../functions/unconfirmed-fixtures.ts';
import {
  killAt,
  processAllChanges,
  processChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();
const MINUTE = 60_000;
const kindsOf = async (tenant: Tenant) => (await listed(tenant)).map(({ kind }) => kind);
const tasks = () => storedRecords(harness, 'NotificationTask').filter(({ id }) => id !== 'digest');

describe('a post whose outcome is unknown', () => {
  async function unconfirmedPost(): Promise<{ tenant: Tenant; id: string }> {
    const tenant = await newTenant();
    const { id } = await newContent(tenant, { title: 'Launch', platforms: ['twitter'], scheduled_at: inSeconds(60) });
    await publishTo(tenant, id, 'twitter', 'unconfirmed');
    return { tenant, id };
  }

  it('is notified of when it is still unknown after 15 minutes, and not before', async () => {
    const { tenant, id } = await unconfirmedPost();
    await processAllChanges(harness);
    advanceTime(14 * MINUTE);
    await onSweepDue();
    expect(await kindsOf(tenant)).toEqual([]);
    advanceTime(2 * MINUTE);
    await onSweepDue();
    expect(await listed(tenant)).toMatchObject([
      { kind: 'post_unconfirmed', resource_id: id, title: 'Launch', platform: 'twitter', reason: 'no_answer' },
    ]);
    expect(tasks()).toEqual([]);
  });

  it('is not notified of when it was found in time', async () => {
    const { tenant, id } = await unconfirmedPost();
    await processAllChanges(harness);
    const found = { outcome: 'published', platformPostId: null, url: null } as const;
    await applyEntryRule(
      tenant,
      id,
      'twitter',
      (content, entry) => resolveUnconfirmed(content, entry, found, Date.now())!,
    );
    advanceTime(16 * MINUTE);
    await onSweepDue();
    expect([await kindsOf(tenant), tasks()]).toEqual([[], []]);
  });

  it('is not notified of as failed when a member resolves it as failed', async () => {
    const { tenant, id } = await unconfirmedPost();
    await processAllChanges(harness);
    await applyEntryRule(
      tenant,
      id,
      'twitter',
      (content, entry) => resolveUnconfirmed(content, entry, { outcome: 'failed' }, Date.now())!,
    );
    await processAllChanges(harness);
    expect(await kindsOf(tenant)).toEqual([]);
  });

  it('is notified of once, also when the stream delivers its change again later', async () => {
    const { tenant } = await unconfirmedPost();
    const changes = await processChanges(harness);
    advanceTime(16 * MINUTE);
    await onSweepDue();
    expect(await processStreamRecords(changes)).toEqual([]);
    advanceTime(MINUTE);
    await onSweepDue();
    expect([await kindsOf(tenant), tasks()]).toEqual([['post_unconfirmed'], []]);
  });

  it('is notified of after a sweep that was killed at any step', async () => {
    for (let step = 1, died = true; died; step += 5) {
      const { tenant } = await unconfirmedPost();
      await processAllChanges(harness);
      advanceTime(16 * MINUTE);
      const kill = killAt(harness.table, step);
      await onSweepDue().catch(() => {});
      harness.table.fault = null;
      died = kill.reached();
      await onSweepDue();
      expect([await kindsOf(tenant), tasks()], `step ${step}`).toEqual([['post_unconfirmed'], []]);
      expect(step).toBeLessThan(300);
    }
  });
});

describe('an account', () => {
  const lose = async (tenant: Tenant, reason: 'token_expires' | 'refresh_refused') => {
    const account = (await accountOn(tenant, 'twitter')) as Account;
    await commit([accountWrite(account, needsReconnect(account, reason, Date.now()))]);
    await processAllChanges(harness);
  };

  it.each([
    ['refresh_refused', 'account_needs_reconnect'],
    ['token_expires', 'token_expires'],
  ] as const)('that needs a reconnect for the reason %s is notified of as %s', async (reason, kind) => {
    const tenant = await newTenant();
    const { id } = await newAccount(tenant, { expires_in: 7200 });
    await processAllChanges(harness);
    await lose(tenant, reason);
    const due_at = (await accountOn(tenant, 'twitter'))!.token_expires_at;
    expect(await listed(tenant)).toMatchObject([
      { kind, resource_type: 'account', resource_id: id, account_id: id, reason, due_at, platform: 'twitter' },
    ]);
  });
});

describe('a webhook endpoint', () => {
  it('that was disabled is notified of by its host, because the rest of its URL may be secret', async () => {
    const tenant = await newTenant();
    const { webhook_id: id } = await newWebhook(tenant, { url: 'https://hooks.example.com/secret-path' });
    await processAllChanges(harness);
    const endpoint = (await loadEndpoint(tenant.workspace.id, String(id)))!;
    const disabled = { status: 'disabled', disabled_reason: 'The receiver responded with 410 Gone.' } as const;
    await commit([endpointWrite(endpoint, { ...endpoint, ...disabled, updated_at: inSeconds(0) })]);
    await processAllChanges(harness);
    expect(await listed(tenant)).toMatchObject([
      {
        kind: 'webhook_disabled',
        resource_type: 'webhook',
        resource_id: id,
        title: 'hooks.example.com',
        detail: 'The receiver responded with 410 Gone.',
      },
    ]);
  });
});
