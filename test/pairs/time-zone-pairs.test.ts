import { describe, expect, it } from 'vitest';
import { callApi } from '../functions/api-harness.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { newContent, newMember } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** The time zone of the workspace, and the removal of the member who has set it. */

const harness = setupWorkers();

const local = '2026-08-20T09:00';
const POST = { platforms: ['twitter'], scheduled_at: { local } };
const inZone = (time_zone: string, scheduled_at: string) => ({ scheduled_at, scheduled_local: { local, time_zone } });
const IN_BERLIN = inZone('Europe/Berlin', '2026-08-20T07:00:00.000Z');
const IN_TOKYO = inZone('Asia/Tokyo', '2026-08-20T00:00:00.000Z');

describe('the time zone that a removed member has set', () => {
  it('stays until another member changes it, and the posts of the removed one keep their local times', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'admin');
    const setZone = (token: string, time_zone: string) => callApi('workspace.update', { token, body: { time_zone } });
    expect((await setZone(member.token, 'Europe/Berlin')).status).toBe(200);
    const { id } = await newContent({ ...tenant, token: member.token }, { ...POST, title: 'Theirs' });
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await processAllChanges(harness);
    expect(await newContent(tenant, { ...POST, title: 'After the removal' })).toMatchObject(IN_BERLIN);
    expect((await setZone(tenant.token, 'Asia/Tokyo')).status).toBe(200);
    await processAllChanges(harness);
    expect(await contentOf(tenant, id)).toMatchObject({ ...IN_BERLIN, targets: [IN_BERLIN] });
    expect(await newContent(tenant, { ...POST, title: 'After the change' })).toMatchObject(IN_TOKYO);
  });
});
