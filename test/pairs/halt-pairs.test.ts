import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { moveEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { compareTimeZones } from '../../tools/cli/time-zones.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { contentOf } from '../functions/given/due-post.ts';
import { finishReleases, halt, resume, withoutPauses } from '../functions/given/halt.ts';
import { change, checked } from '../functions/imported.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newContent, newExport, newMember, newTemplate, setWorkspace } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';

/** A halt, and what happens in another feature until it ends. The clock is at 10:00:30 on Monday, 3 August 2026. */

const harness = setupWorkers();
const bucket = setupObjectStore();
const platforms = simulatePlatforms();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A post on X that is due in a minute. */
const newPost = (tenant: Tenant, fields: Json = {}) =>
  newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(60), ...fields });

/** Let the worker attempt to publish the only target of an item now. */
async function attempt({ workspace, key }: Tenant, id: string): Promise<void> {
  const params = { id };
  const { json } = await callApi('content.get', { token: await newToken({ workspace, key }), params });
  const [target] = json.targets as Json[];
  await onPublishDue({ workspace_id: workspace.id, schedule_id: String(target!.schedule_id) }, lambdaContext());
}

/** End a halt: what it has held is due at once. */
const end = (tenant: Tenant, id: string) => resume(tenant, id, { spread_seconds: '0' });

const texts = async () => (await platforms().posts()).map(({ text }) => text);
const targetOf = async (tenant: Tenant, id: string) => ((await contentOf(tenant, id)).targets as Json[])[0]!;

/** A workspace with an account on X. */
async function givenAccount(): Promise<Tenant & { account: string }> {
  const tenant = await newTenant();
  const { id } = await connect(tenant, 'twitter');
  return { ...tenant, account: String(id) };
}

describe('an import during a halt', () => {
  it('makes items that the halt stops, and the end of the halt publishes none that an undo has removed', async () => {
    const tenant = await givenAccount();
    const stopped = await halt(tenant);
    const file = ['One', 'Two'].map((text, index) => `${text},twitter,2026-08-04 0${index}:00`);
    const { id } = await checked(harness, tenant, ['text,platforms,scheduled_at', ...file].join('\n'));
    const { rows, counts } = await change(harness, tenant, 'imports.run', id);
    expect(counts).toMatchObject({ created: 2, failed: 0 });
    advanceTime(DAY);
    for (const { content_id } of rows) {
      await attempt(tenant, String(content_id));
      expect(await targetOf(tenant, String(content_id))).toMatchObject({ status: 'pending', halt: { id: stopped.id } });
    }
    const undone = await change(harness, { token: await newToken(tenant) }, 'imports.undo', id);
    expect(undone.counts).toMatchObject({ removed: 2, kept: 0 });
    expect((await end(tenant, stopped.id)).missed_posts).toBe(0);
    await finishReleases();
    expect(await texts()).toEqual([]);
  });
});

describe('an export during a halt', () => {
  it('has a held post as scheduled, at the time for which it was planned', async () => {
    const tenant = await givenAccount();
    const { id, scheduled_at } = await newPost(tenant);
    await halt(tenant);
    advanceTime(10 * MINUTE);
    await attempt(tenant, id);
    await newExport(tenant, { format: 'jsonl' });
    await processAllChanges(harness);
    const row = JSON.parse(Buffer.from([...bucket.objects.values()].at(-1)!).toString());
    expect(row).toMatchObject({
      id,
      status: 'scheduled',
      scheduled_at,
      targets: [{ status: 'pending', scheduled_at }],
    });
  });
});

describe('a post that a halt holds', () => {
  /** A post whose text comes from a snippet, with the parameters of a link rule, that a halt holds. */
  async function givenHeld() {
    const tenant = await givenAccount();
    const rule = await newLinkRule(tenant, { parameters: { utm_campaign: '{date}' } });
    const snippet = await newTemplate(tenant, { name: 'Launch', text: 'See https://example.com/a' });
    const { id } = await newPost(tenant, { templates: { snippet: 'Launch' } });
    const stopped = await halt(tenant);
    advanceTime(MINUTE);
    await attempt(tenant, id);
    return { tenant, rule, snippet, id, stopped };
  }
  const text = 'See https://example.com/a?utm_campaign=2026-08-03';

  it('has its parameters after the end of the halt, also where the rule was deleted', async () => {
    const { tenant, rule, id, stopped } = await givenHeld();
    await callApi('link-rules.delete', { token: tenant.token, params: { id: rule.id } });
    await newLinkRule(tenant, { parameters: { utm_source: 'later' } });
    advanceTime(2 * DAY);
    await end(tenant, stopped.id);
    expect((await contentOf(tenant, id)).published_texts).toMatchObject([{ texts: [text] }]);
    await attempt(tenant, id);
    expect(await texts()).toEqual([text]);
  });

  it('has the text of its snippet after the end of the halt, also where the snippet was changed and deleted', async () => {
    const { tenant, snippet, id, stopped } = await givenHeld();
    const params = { id: snippet.id };
    await callApi('templates.update', { token: tenant.token, params, body: { text: 'Another text' } });
    await callApi('templates.delete', { token: tenant.token, params });
    await end(tenant, stopped.id);
    await attempt(tenant, id);
    expect(await texts()).toEqual([text]);
  });
});

describe('the approval of a post that a halt holds', () => {
  const act = async (tenant: Tenant, action: 'submit' | 'approve' | 'withdraw', id: string) => {
    const answer = await callApi(`content.${action}`, { token: await newToken(tenant), params: { id }, body: {} });
    expect(answer.status, answer.text).toBe(200);
  };

  it.each([
    ['stays, and the post is published', true, async () => {}, null],
    ['is withdrawn', true, (tenant: Tenant, id: string) => act(tenant, 'withdraw', id), 'not_approved'],
    ['is required first', false, (tenant: Tenant) => setWorkspace(tenant, { approval: 'required' }), 'not_approved'],
  ])('decides at the end of the halt: it %s', async (_, isApproved, event, error) => {
    const tenant = await givenAccount();
    await setWorkspace(tenant, { approval: isApproved ? 'required' : 'none', authors_may_approve: true });
    const { id } = await newPost(tenant);
    if (isApproved) for (const action of ['submit', 'approve'] as const) await act(tenant, action, id);
    const stopped = await halt(tenant);
    advanceTime(MINUTE);
    await attempt(tenant, id);
    await event(tenant, id);
    advanceTime(2 * DAY);
    await end(tenant, stopped.id);
    await attempt(tenant, id);
    const target = await targetOf(tenant, id);
    expect((target.error as Json | null)?.code ?? null).toBe(error);
    expect(await texts()).toHaveLength(error ? 0 : 1);
  });
});

describe('an agent during a halt', () => {
  it('neither halts nor resumes publishing, and drafts, submits and reads which halt stops a post', async () => {
    const tenant = await givenAccount();
    const { token } = await newAgent(tenant);
    const { id } = await newPost(tenant);
    const stopped = await halt(tenant);
    const body = { scope: 'workspace', reason: 'An agent.' };
    expect((await callApi('halts.create', { token, body })).status).toBe(403);
    expect((await callApi('halts.delete', { token, params: { id: stopped.id } })).status).toBe(403);
    const draft = await callApi('content.create', { token, body: { title: 'Draft', platforms: ['twitter'] } });
    const params = { id: String(draft.json.id) };
    expect((await callApi('content.submit', { token, params, body: {} })).status).toBe(200);
    const { json } = await callApi('content.get', { token, params: { id } });
    expect(json.targets).toMatchObject([{ halt: { id: stopped.id, reason: stopped.reason } }]);
  });
});

describe('a halt of an account', () => {
  it('holds a post that is bound to the account when it is due, and its end releases it', async () => {
    const tenant = await newTenant();
    const { id } = await newPost(tenant);
    const account = await connect(tenant, 'twitter');
    const stopped = await halt(tenant, { account: account.id });
    advanceTime(MINUTE);
    await attempt(tenant, id);
    const { json } = await callApi('schedule.list', { token: tenant.token });
    expect(json.scheduled_posts).toMatchObject([{ account_id: account.id, halt: { id: stopped.id } }]);
    expect(await texts()).toEqual([]);
    advanceTime(MINUTE);
    expect((await end(tenant, stopped.id)).missed_posts).toBe(1);
    await attempt(tenant, id);
    expect(await texts()).toHaveLength(1);
  });
});

describe('a post that the operator moves to the present rules of its zone during a halt', () => {
  it('stays stopped, and is not moved once its time has passed', async () => {
    const local = { local: '2026-08-20T09:00', time_zone: 'Europe/Berlin' };
    const [oldAt, at] = ['2026-08-20T06:00:00.000Z', '2026-08-20T07:00:00.000Z'];
    const tenant = await givenAccount();
    const { id } = await newPost(tenant, { scheduled_at: local });
    // Scheduled while other rules gave the local time another instant.
    const state = (await loadContentState(tenant.workspace.id, id))!;
    const { scheduled_local } = state.entries[0]!;
    await commit(
      contentWrites(state, moveEntries(state.content, state.entries, oldAt, 'grp_old', Date.now(), scheduled_local!)),
    );
    const stopped = await halt(tenant);
    const lines: string[] = [];
    const move = () => compareTimeZones([], true, (line) => lines.push(line));
    await move();
    expect(await contentOf(tenant, id)).toMatchObject({ scheduled_at: at, scheduled_local: local });
    expect(lines).toEqual([expect.stringContaining('moved')]);
    advanceTime(Date.parse(at) - Date.now() + MINUTE);
    await attempt(tenant, id);
    await move();
    expect(lines).toHaveLength(1);
    expect(await texts()).toEqual([]);
    await end(tenant, stopped.id);
    await attempt(tenant, id);
    expect(await texts()).toHaveLength(1);
  });
});

describe('the halt of a removed member', () => {
  it('still stops posts and is listed, and another member ends it', async () => {
    const tenant = await givenAccount();
    const member = await newMember(tenant, 'content_manager');
    const { id } = await newPost(tenant);
    const body = { scope: 'workspace', reason: 'A wrong campaign.' };
    const halted = await withoutPauses(() => callApi('halts.create', { token: member.token, body }));
    await callApi('team.remove-member', { token: tenant.token, params: { id: member.id } });
    await processAllChanges(harness);
    const { json } = await callApi('halts.list', { token: tenant.token });
    expect(json.halts).toEqual([expect.objectContaining({ ...body, id: halted.json.id, created_by: member.id })]);
    advanceTime(MINUTE);
    await attempt(tenant, id);
    expect(await texts()).toEqual([]);
    await end(tenant, String(halted.json.id));
    await attempt(tenant, id);
    expect(await texts()).toHaveLength(1);
  });
});
