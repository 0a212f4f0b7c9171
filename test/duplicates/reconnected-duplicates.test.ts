import { beforeEach, describe, expect, it } from 'vitest';
import { handler as publishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { accountOn, connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** An account is deleted and connected again: its posts are still on the platform, under another id in the workspace. */

const harness = setupWorkers();
simulatePlatforms();

const post = (fields: Json = {}) => ({ title: 'Summer is here', platforms: ['twitter'], ...fields });
const create = async (tenant: Tenant, fields: Json = {}) =>
  callApi('content.create', {
    token: await newToken(tenant),
    body: post({ scheduled_at: inSeconds(3600), ...fields }),
  });

/** Delete the default account on X. */
async function disconnect(tenant: Tenant): Promise<void> {
  const { id } = (await accountOn(tenant, 'twitter'))!;
  await succeed('accounts.delete', { token: await newToken(tenant), params: { id } });
  await processAllChanges(harness);
}

let tenant: Tenant;
let published: Json;

/** A post that an account has published before it was deleted. */
beforeEach(async () => {
  tenant = await newTenant();
  await connect(tenant, 'twitter');
  published = (await create(tenant, { scheduled_at: inSeconds(60) })).json;
  const [target] = published.targets as Json[];
  advanceTime(60_000);
  const due = { workspace_id: tenant.workspace.id, schedule_id: String(target!.schedule_id) };
  await publishDue(due, lambdaContext());
  await disconnect(tenant);
});

describe('the duplicate guard', () => {
  const duplicate = () => ({ status: 409, json: { code: 'duplicate_content', content_id: published.id } });

  it('compares an account with its posts under a former id', async () => {
    const { id } = await connect(tenant, 'twitter');
    expect(await create(tenant)).toMatchObject(duplicate());
    expect(await create(tenant, { accounts: [id] })).toMatchObject(duplicate());
    const body = post({ scheduled_at: inSeconds(3600) });
    const { json } = await callApi('content.validate', { token: tenant.token, body });
    expect(json.warnings).toContainEqual(expect.objectContaining({ code: 'duplicate_content', account_id: id }));
  });

  it('compares it after the account was connected twice', async () => {
    await connect(tenant, 'twitter');
    await disconnect(tenant);
    await connect(tenant, 'twitter');
    expect(await create(tenant)).toMatchObject(duplicate());
  });

  it('does not compare it with those of another account of the platform', async () => {
    await connect(tenant, 'twitter', 'another', { external_id: '99' });
    expect((await create(tenant)).status).toBe(201);
  });

  it('does not compare it with a post that the deletion of the account has cancelled', async () => {
    await connect(tenant, 'twitter');
    const title = 'Winter is here';
    expect((await create(tenant, { title })).status).toBe(201);
    await disconnect(tenant);
    await connect(tenant, 'twitter');
    expect((await create(tenant, { title })).status).toBe(201);
  });
});
