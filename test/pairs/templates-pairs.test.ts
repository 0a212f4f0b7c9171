import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { act, join } from '../functions/given/approvals.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { newContent, newMember, newTemplate, setWorkspace } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** Templates, and another feature. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const LAUNCH = { templates: { snippet: 'Launch' } };

async function call({ token }: Tenant, operation: Parameters<typeof callApi>[0], id: string, body?: Json) {
  const answer = await callApi(operation, { token, params: { id }, ...(body ? { body } : {}) });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
}

describe('the approval of an item that was written with a template', () => {
  it('stays after a change and the deletion of the template, and the approved text is published', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    await setWorkspace(tenant, { approval: 'required' });
    const approver = await join(tenant, 'approver');
    const template = await newTemplate(tenant, { name: 'Launch', text: 'The first text' });
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(60), ...LAUNCH });
    await call(tenant, 'content.submit', id, {});
    await act('approve', approver, id);
    const { approval } = await contentOf(tenant, id);
    expect(approval).toMatchObject({ status: 'approved' });
    await call(tenant, 'templates.update', template.id, { text: 'Another text' });
    await call(tenant, 'templates.delete', template.id);
    await processAllChanges(harness);
    const item = await contentOf(tenant, id);
    expect(item).toMatchObject({ description: 'The first text', approval });
    advanceTime(60_000);
    const [target] = item.targets as Json[];
    const due = { workspace_id: tenant.workspace.id, schedule_id: String(target!.schedule_id) };
    await onPublishDue(due, lambdaContext());
    expect((await platforms().posts()).map(({ text }) => text)).toEqual(['The first text']);
  });
});

describe('a post that is written with a template at a local time', () => {
  it.each([
    ['Europe/Berlin', '2026-08-20T07:00:00.000Z'],
    ['America/New_York', '2026-08-20T13:00:00.000Z'],
    ['Asia/Tokyo', '2026-08-20T00:00:00.000Z'],
  ])('has it as given in %s, and keeps it in an update with templates alone', async (time_zone, at) => {
    const tenant = await newTenant();
    await newTemplate(tenant, { name: 'Launch', text: 'One' });
    await newTemplate(tenant, { name: 'Other', text: 'Two' });
    const scheduled_local = { local: '2026-08-20T09:00', time_zone };
    const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: scheduled_local, ...LAUNCH });
    const time = { scheduled_at: at, scheduled_local };
    expect(await contentOf(tenant, id)).toMatchObject({ description: 'One', ...time });
    await setWorkspace(tenant, { time_zone: 'Pacific/Auckland' });
    await call(tenant, 'content.update', id, { templates: { snippet: 'Other' } });
    expect(await contentOf(tenant, id)).toMatchObject({ description: 'Two', ...time, targets: [time] });
  });
});

describe('the template of a removed member', () => {
  it('stays in use, and another member changes and deletes it', async () => {
    const tenant = await newTenant();
    const member = await newMember(tenant, 'editor');
    const template = await newTemplate({ ...tenant, token: member.token }, { name: 'Launch', text: 'One' });
    await call(tenant, 'team.remove-member', member.id);
    await processAllChanges(harness);
    expect((await newContent(tenant, LAUNCH)).description).toBe('One');
    await call(tenant, 'templates.update', template.id, { text: 'Two' });
    expect((await newContent(tenant, LAUNCH)).description).toBe('Two');
    await call(tenant, 'templates.delete', template.id);
    const { status } = await callApi('templates.get', { token: tenant.token, params: { id: template.id } });
    expect(status).toBe(404);
  });
});
