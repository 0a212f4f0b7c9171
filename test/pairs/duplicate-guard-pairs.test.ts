import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { moveEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { compareTimeZones } from '../../tools/cli/time-zones.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed, type TestResponse } from '../functions/api-harness.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { newAccount, newContent, newMember, newTemplate, setWorkspace } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** The duplicate guard, and another feature. The clock is at 10:00:30 on Monday, 3 August 2026. */

const harness = setupWorkers();
simulatePlatforms();

/** Request a post on X in an hour. */
const create = async (tenant: Pick<Tenant, 'workspace' | 'key'>, fields: Json = {}): Promise<TestResponse> => {
  const body = { title: 'The same', platforms: ['twitter'], scheduled_at: inSeconds(3600), ...fields };
  return callApi('content.create', { token: await newToken(tenant), body });
};

const duplicateOf = (id: unknown) => ({ status: 409, json: { code: 'duplicate_content', content_id: id } });
const CREATED = { status: 201 };

describe('two items that are written with templates', () => {
  it('are duplicates when the texts on their account are the same', async () => {
    const tenant = await newTenant();
    await newAccount(tenant);
    await newTemplate(tenant, { name: 'One', text: '{{product}} is here' });
    await newTemplate(tenant, { name: 'Two', text: 'Jacket {{end}}' });
    const one = (product: string) => ({ snippet: 'One', variables: { product } });
    const first = await create(tenant, { title: 'A', templates: one('Jacket') });
    const two = { title: 'B', templates: { snippet: 'Two', variables: { end: 'is here' } } };
    expect(await create(tenant, two)).toMatchObject(duplicateOf(first.json.id));
    expect(await create(tenant, { title: 'C', templates: one('Coat') })).toMatchObject(CREATED);
  });

  it('are compared by the handle of a mention, which the account publishes', async () => {
    const tenant = await newTenant();
    await newAccount(tenant);
    await newTemplate(tenant, { kind: 'mention', name: 'Acme', handles: { x: '@acme_inc' } });
    const first = await create(tenant, { title: 'A', description: 'By {{@Acme}}' });
    expect(await create(tenant, { title: 'B', description: 'By @acme_inc' })).toMatchObject(duplicateOf(first.json.id));
    expect(await create(tenant, { title: 'C', description: 'By Acme' })).toMatchObject(CREATED);
  });
});

describe('approval and the duplicate guard', () => {
  it('reserves no content: neither a submission nor an approval of a draft', async () => {
    const tenant = await newTenant();
    await setWorkspace(tenant, { approval: 'required', authors_may_approve: true });
    const draft = await newContent(tenant, { title: 'The same', platforms: ['twitter'] });
    for (const action of ['submit', 'approve'] as const) {
      const params = { id: draft.id };
      const other = await create(tenant);
      expect(other).toMatchObject(CREATED);
      await succeed('content.delete', { token: tenant.token, params: { id: String(other.json.id) } });
      expect((await callApi(`content.${action}`, { token: tenant.token, params, body: {} })).status).toBe(200);
    }
    const scheduled = await create(tenant);
    expect(scheduled).toMatchObject(CREATED);
    const body = { scheduled_at: inSeconds(3600) };
    const late = await callApi('content.update', { token: tenant.token, params: { id: draft.id }, body });
    expect(late).toMatchObject(duplicateOf(scheduled.json.id));
  });

  it('counts a post that is scheduled without an approval, until it has failed as `not_approved`', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await setWorkspace(tenant, { approval: 'required' });
    const { json } = await create(tenant, { scheduled_at: inSeconds(60) });
    expect(await create(tenant)).toMatchObject(duplicateOf(json.id));
    advanceTime(60_000);
    const [target] = json.targets as Json[];
    const due = { workspace_id: tenant.workspace.id, schedule_id: String(target!.schedule_id) };
    await onPublishDue(due, lambdaContext());
    expect((await contentOf(tenant, String(json.id))).targets).toMatchObject([{ error: { code: 'not_approved' } }]);
    expect(await create(tenant)).toMatchObject(CREATED);
  });
});

describe('local times and the duplicate guard', () => {
  const berlin = { local: '2026-08-20T09:00', time_zone: 'Europe/Berlin' };

  it('are compared as instants, whatever zones they name', async () => {
    const tenant = await newTenant();
    const { json } = await create(tenant, { scheduled_at: berlin });
    const inTokyo = (local: string) => create(tenant, { scheduled_at: { local, time_zone: 'Asia/Tokyo' } });
    expect(await inTokyo('2026-08-21T15:59')).toMatchObject(duplicateOf(json.id));
    expect(await inTokyo('2026-08-21T16:00')).toMatchObject(CREATED);
  });

  it('are compared at the new instant once the operator has moved a post to the present rules', async () => {
    const tenant = await newTenant();
    const { json } = await create(tenant, { scheduled_at: berlin });
    const id = String(json.id);
    await processAllChanges(harness);
    // Scheduled while other rules gave the local time another instant.
    const state = (await loadContentState(tenant.workspace.id, id))!;
    const { scheduled_local } = state.entries[0]!;
    const oldAt = '2026-08-20T06:00:00.000Z';
    const moved = moveEntries(state.content, state.entries, oldAt, 'grp_old', Date.now(), scheduled_local);
    await commit(contentWrites(state, moved));
    await processAllChanges(harness);
    const early = { scheduled_at: '2026-08-19T06:30:00Z' };
    const late = { scheduled_at: '2026-08-21T06:30:00Z' };
    expect(await create(tenant, early)).toMatchObject(duplicateOf(id));
    await compareTimeZones([], true, () => {});
    await processAllChanges(harness);
    expect(await create(tenant, late)).toMatchObject(duplicateOf(id));
    expect(await create(tenant, early)).toMatchObject(CREATED);
  });
});

describe('the planned post of a removed member', () => {
  it('is a duplicate until another member deletes it', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'content_manager');
    const body = { title: 'The same', platforms: ['twitter'], scheduled_at: inSeconds(3600) };
    const { json } = await callApi('content.create', { token: member.token, body });
    const id = String(json.id);
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await processAllChanges(harness);
    expect(await create(tenant)).toMatchObject(duplicateOf(id));
    expect((await callApi('content.delete', { token: tenant.token, params: { id } })).status).toBe(200);
    expect(await create(tenant)).toMatchObject(CREATED);
  });
});
