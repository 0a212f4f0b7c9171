import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, type Json } from '../functions/api-harness.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { newAccount } from '../functions/resources.ts';
import { connect, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** Changes of accounts, and local times. The clock is at 10:00:30 on Monday, 3 August 2026. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const LOCAL = { local: '2026-08-03T12:01:30', time_zone: 'Europe/Berlin' };
const AT = '2026-08-03T10:01:30.000Z';

async function call(tenant: Tenant, operation: Parameters<typeof callApi>[0], id: string, body?: Json): Promise<void> {
  const answer = await callApi(operation, { token: await newToken(tenant), params: { id }, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBeLessThan(300);
  await processAllChanges(harness);
}

async function planned() {
  const tenant = await newTenant();
  const account = String((await connect(tenant, 'twitter')).id);
  return {
    tenant,
    account,
    ...(await scheduleContent(tenant, 'twitter', { scheduled_at: LOCAL, accounts: [account] })),
  };
}

describe('a post that is planned by a local time', () => {
  it('keeps it when another account becomes the default', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const { contentId } = await scheduleContent(tenant, 'twitter', { scheduled_at: LOCAL });
    const other = await newAccount(tenant, { external_id: '42' });
    await call(tenant, 'accounts.update', other.id, { is_default: true });
    const time = { scheduled_at: AT, scheduled_local: LOCAL };
    expect(await contentOf(tenant, contentId)).toMatchObject({ ...time, targets: [time] });
  });

  it('has none after a retry on an account that is connected again', async () => {
    const { tenant, account, contentId, dueMessage } = await planned();
    await platforms().script('twitter', '402');
    advanceTime(60_000);
    await onPublishDue(dueMessage, lambdaContext());
    const failed = { status: 'failed', scheduled_local: LOCAL };
    expect((await contentOf(tenant, contentId)).targets).toMatchObject([failed]);
    await call(tenant, 'accounts.delete', account);
    const again = await connect(tenant, 'twitter');
    await call(tenant, 'content.retry', contentId, {});
    const retried = { account_id: again.id, status: 'pending', scheduled_local: null };
    expect(await contentOf(tenant, contentId)).toMatchObject({ scheduled_local: null, targets: [retried] });
  });
});
