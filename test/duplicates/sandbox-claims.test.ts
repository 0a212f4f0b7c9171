import { expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { callApi } from '../functions/api-harness.ts';
import { connect, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers } from '../functions/worker-harness.ts';
import { numberAt } from '../platforms/post-numbers.ts';

/** The posts of sandbox accounts exist in the workspace only. */

setupWorkers();
const platforms = simulatePlatforms();

/** Publish an item now. Returns a function that resolves its unconfirmed target with a URL. */
async function inDoubt(tenant: Tenant, description: string) {
  const { contentId: id, dueMessage } = await scheduleContent(tenant, 'twitter', { description }, 0);
  await onPublishDue(dueMessage, lambdaContext());
  return async (url: string) => {
    const body = { outcome: 'published', url };
    const params = { id, platform: 'twitter' };
    const { status, json } = await callApi('content.resolve', { token: tenant.token, params, body });
    return [status, json.code];
  };
}

it('a URL that resolves a target of a sandbox account takes the post from no other workspace', async () => {
  const [stranger, owner] = [await newTenant(), await newTenant()];
  const body = { platform: 'twitter', sandbox: true };
  expect((await callApi('accounts.create', { token: stranger.token, body })).status).toBe(201);
  await connect(owner, 'twitter');
  const [resolveLost, resolveAgain] = [
    await inDoubt(stranger, '[[unconfirmed:lost]] One'),
    await inDoubt(stranger, '[[unconfirmed:lost]] Two'),
  ];
  await platforms().script('twitter', '500_before_effect');
  const resolveOwn = await inDoubt(owner, 'Launch');
  const url = `https://x.com/acme/status/${numberAt('twitter', Date.now(), 1)}`;
  expect(await resolveLost(url)).toEqual([200, undefined]);
  expect(await resolveAgain(url)).toEqual([409, 'post_already_claimed']);
  expect(await resolveOwn(url)).toEqual([200, undefined]);
});
