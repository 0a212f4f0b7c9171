import { expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, succeed } from '../functions/api-harness.ts';
import { interleave } from '../functions/interleave.ts';
import { newContent } from '../functions/resources.ts';
import { connect, currentPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
simulatePlatforms();

/** Connect an account on X under this id. */
async function connectNamed(tenant: Awaited<ReturnType<typeof newTenant>>, external_id: string): Promise<string> {
  const access_token = `token-${external_id}`;
  await currentPlatforms().register({ platform: 'twitter', account: external_id, access_token, expires_in: 86_400 });
  return String((await connect(tenant, 'twitter', access_token, { external_id, expires_in: 86_400 })).id);
}

it('compares an account with a post that was bound to it when it was due, also once another account is the default', async () => {
  const tenant = await newTenant();
  const text = { description: 'The same text', platforms: ['twitter'] };
  // No account is connected yet.
  const { targets } = await newContent(tenant, { ...text, scheduled_at: inSeconds(60) });
  const [target] = targets as { schedule_id: string }[];
  const first = await connectNamed(tenant, '201');
  advanceTime(60_000);
  await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id: target!.schedule_id }, lambdaContext());
  await processAllChanges(harness);
  expect(await currentPlatforms().posts()).toMatchObject([{ account: '201', text: 'The same text' }]);
  const again = { ...text, title: 'Again', accounts: [first], scheduled_at: inSeconds(3600) };
  const early = await callApi('content.create', { token: tenant.token, body: again });
  expect([early.status, early.json.code]).toEqual([409, 'duplicate_content']);

  const second = await connectNamed(tenant, '202');
  const params = { id: second };
  await succeed('accounts.update', { token: tenant.token, params, body: { is_default: true } });
  const { status, json } = await callApi('content.create', { token: tenant.token, body: again });
  expect([status, json.code]).toEqual([409, 'duplicate_content']);
});

it.each([1, 2, 3, 4, 5, 6])(
  'publishes one of two equal posts while the first account of their platform is connected before command %i of one',
  async (n) => {
    const tenant = await newTenant();
    const create = async (seconds: number) => {
      const body = { text: 'The same text', platforms: ['twitter'], scheduled_at: inSeconds(seconds) };
      return (await callApi('content.create', { token: tenant.token, body })).status;
    };
    let other: Promise<number> | undefined;
    const connectAndCreate = () => {
      other = connectNamed(tenant, '201').then(() => create(600));
      // The other request may wait for a read that both share.
      return Promise.race([other, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    };
    const { answer } = await interleave(harness.table, 'caller', n, connectAndCreate, () => create(300));
    expect([answer, await other].toSorted()).toEqual([201, 409]);
  },
);
