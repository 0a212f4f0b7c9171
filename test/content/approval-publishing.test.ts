import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { type Content, textFor } from '../../lib/content/rules/content.ts';
import type { Approval } from '../../lib/content/rules/content-approval.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import { canonicalJson } from '../../lib/core/values/canonical-json.ts';
import type { WorkspaceSettings } from '../../lib/identity/rules/workspace-settings.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed, type TestResponse } from '../functions/api-harness.ts';
import { type Actor, interleave } from '../functions/interleave.ts';
import { newContent, newMember, setWorkspace } from '../functions/resources.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** With a required approval, nothing is sent without a valid approval of exactly the content that is sent. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());

interface Team {
  tenant: Tenant;
  reviewer: string;
}

async function newTeam(...connected: Platform[]): Promise<Team> {
  const tenant = await newTenant();
  for (const platform of connected) await connect(tenant, platform);
  await setWorkspace(tenant, { approval: 'required' });
  return { tenant, reviewer: (await newMember(tenant, 'approver')).token };
}

const act = ({ tenant, reviewer }: Team, action: string, id: string, body: Json = {}) => {
  const token = action === 'approve' || action === 'request-changes' ? reviewer : tenant.token;
  return callApi(`content.${action}`, { token, params: { id }, body });
};
const edit = ({ tenant }: Team, id: string, body: Json) =>
  callApi('content.update', { token: tenant.token, params: { id }, body });

async function approve(team: Team, id: string): Promise<void> {
  expect((await act(team, 'submit', id)).status).toBe(200);
  expect((await act(team, 'approve', id)).status).toBe(200);
}

const MATERIAL = ['title', 'description', 'platforms', 'accounts', 'media', 'platform_options'] as const;
const materialOf = (content: Content) => canonicalJson(MATERIAL.map((name) => content[name]));

/** The texts of all sends, and those that started without a valid approval, from every change of the table in order. */
function sendsIn(changes: { after: Item | null | undefined }[]): { texts: string[]; unapproved: string[] } {
  let isRequired = false;
  const items = new Map<string, Content>();
  const approved = new Map<string, string>();
  const sends = new Set<string>();
  const found = { texts: [] as string[], unapproved: [] as string[] };
  for (const { after } of changes) {
    if (!after) continue;
    if (after.entity === 'WorkspaceSettings') isRequired = fromItem<WorkspaceSettings>(after).approval === 'required';
    if (after.entity === 'Content') {
      const content = fromItem<Content>(after);
      const was = items.get(content.id)?.approval as Approval | null | undefined;
      if (content.approval?.status === 'approved' && was?.status !== 'approved') {
        approved.set(content.id, materialOf(content));
      }
      if (content.approval?.status !== 'approved') approved.delete(content.id);
      items.set(content.id, content);
    }
    if (after.entity === 'ScheduleEntry') {
      const entry = fromItem<ScheduleEntry>(after);
      if (entry.state !== 'sending' || sends.has(entry.attempt!.id)) continue;
      sends.add(entry.attempt!.id);
      const content = items.get(entry.content_id)!;
      const text = textFor(content, entry.platform);
      found.texts.push(text);
      if (isRequired && approved.get(content.id) !== materialOf(content)) found.unapproved.push(text);
    }
  }
  return found;
}

describe('an item without the required approval', () => {
  it.each(['twitter', 'instagram'] as const)('fails at its due time, without a request to %s', async (platform) => {
    const team = await newTeam(platform);
    const { dueMessage, contentId } = await scheduleContent(team.tenant, platform);
    await act(team, 'submit', contentId);
    advanceTime(60_000);
    await publish(dueMessage);
    const entry = await loadDueEntry(dueMessage);
    expect([entry.state, entry.due_at, entry.error?.code]).toEqual(['failed', null, 'not_approved']);
    expect(await platforms().requests()).toEqual([]);
  });

  it('causes approval.missed and content.failed with the target', async () => {
    const team = await newTeam('twitter');
    const { dueMessage, contentId } = await scheduleContent(team.tenant, 'twitter');
    advanceTime(60_000);
    await publish(dueMessage);
    await processAllChanges(harness);
    const events = storedRecords<{ type: string; data: string }>(harness, 'Event')
      .filter(({ type }) => /missed|failed/.test(type))
      .map(({ type, data }) => ({ type, data: JSON.parse(data) as Json }));
    expect(events.map(({ type }) => type).sort()).toEqual(['approval.missed', 'content.failed']);
    for (const { data } of events) {
      expect(data).toMatchObject({ id: contentId, failed_target: { error: { code: 'not_approved' } } });
    }
  });

  it('is published by a retry after its approval', async () => {
    const team = await newTeam('twitter');
    const { dueMessage, contentId } = await scheduleContent(team.tenant, 'twitter');
    advanceTime(60_000);
    await publish(dueMessage);
    await approve(team, contentId);
    const retried = await succeed('content.retry', { token: team.tenant.token, params: { id: contentId } });
    const [{ schedule_id }] = retried.targets as [{ schedule_id: string }];
    await publish({ ...dueMessage, schedule_id });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('fails also when it was scheduled before the approval was required', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'twitter');
    const { dueMessage } = await scheduleContent(tenant, 'twitter');
    await setWorkspace(tenant, { approval: 'required' });
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).error?.code).toBe('not_approved');
    expect(await platforms().posts()).toEqual([]);
  });

  it('is published when its approval was required before, and is not any more', async () => {
    const team = await newTeam('twitter');
    const { dueMessage } = await scheduleContent(team.tenant, 'twitter');
    await setWorkspace(team.tenant, { approval: 'none' });
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });
});

describe('an approved item', () => {
  it.each(['twitter', 'instagram'] as const)('is published on %s', async (platform) => {
    const team = await newTeam(platform);
    const { dueMessage, contentId } = await scheduleContent(team.tenant, platform);
    await approve(team, contentId);
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
  });

  it('is not sent when the stored content is not the approved one, however it was changed', async () => {
    const team = await newTeam('twitter');
    const { dueMessage, contentId } = await scheduleContent(team.tenant, 'twitter');
    await approve(team, contentId);
    const stored = harness.table.items().find(({ entity }) => entity === 'Content')!;
    harness.table.insert({ ...stored, description: 'Changed by another version of the service' });
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).error?.code).toBe('not_approved');
    expect(await platforms().posts()).toEqual([]);
  });

  it('whose outcome is unknown is not sent again after its approval is withdrawn, and fails', async () => {
    const team = await newTeam('bluesky');
    await platforms().script('bluesky', 'drop_before_effect', 1);
    const { dueMessage, contentId } = await scheduleContent(team.tenant, 'bluesky');
    await approve(team, contentId);
    advanceTime(60_000);
    await publish(dueMessage);
    expect((await loadDueEntry(dueMessage)).state).toBe('unconfirmed');
    const token = await newToken(team.tenant);
    expect((await callApi('content.withdraw', { token, params: { id: contentId }, body: {} })).status).toBe(200);
    for (let checks = 0; checks < 30; checks++) {
      const { due_at } = await loadDueEntry(dueMessage);
      if (due_at === null) break;
      advanceTime(Math.max(0, Date.parse(due_at) - Date.now()));
      await publish(dueMessage);
    }
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'not_approved' } });
    expect((await platforms().requests()).filter(({ path }) => path.endsWith('putRecord'))).toHaveLength(1);
    expect(await platforms().posts()).toEqual([]);
  });
});

const RACES: Record<string, (team: Team, id: string, text: string) => Promise<TestResponse>> = {
  'a withdrawal': (team, id) => act(team, 'withdraw', id),
  'a request for changes': (team, id) => act(team, 'request-changes', id),
  'an edit': (team, id, text) => edit(team, id, { description: `${text}, changed` }),
};

describe.each(['twitter', 'instagram'] as const)('at the due time of an item for %s', (platform) => {
  it.each(Object.keys(RACES))('%s at any command of the table leads to no unapproved send', async (name) => {
    const team = await newTeam(platform);
    const outcomes = new Set<string>();
    for (const suspended of ['worker', 'caller'] satisfies Actor[]) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const text = `${name} ${suspended} ${n}`;
        const { dueMessage, contentId } = await scheduleContent(team.tenant, platform, { description: text }, 0);
        await approve(team, contentId);
        harness.table.forgetChanges();
        // What was approved before is part of the history.
        const approvedItem = harness.table.items().filter(({ id, entity }) => entity === 'Content' && id === contentId);
        const settings = harness.table.items().filter(({ entity }) => entity === 'WorkspaceSettings');
        let stateAfterCall = '';
        const result = await interleave(
          harness.table,
          suspended,
          n,
          () => publish(dueMessage),
          async () => {
            const answer = await RACES[name]!(team, contentId, text);
            stateAfterCall = (await loadDueEntry(dueMessage)).state;
            return answer;
          },
        );
        interleaved = result.interleaved;
        const history = [...settings, ...approvedItem].map((after) => ({ after }));
        const { texts, unapproved } = sendsIn([...history, ...harness.table.changes()]);
        expect(unapproved).toEqual([]);
        const posts = (await platforms().posts()).map((post) => post.text).filter((each) => each.startsWith(text));
        expect(posts).toEqual(texts);
        const { state, error } = await loadDueEntry(dueMessage);
        if (suspended === 'worker' && result.answer.status === 200 && /pending|claimed/.test(stateAfterCall)) {
          expect([state, error?.code, posts]).toEqual(['failed', 'not_approved', []]);
        }
        outcomes.add(`${state} ${posts.length}`);
      }
    }
    expect([...outcomes].sort()).toEqual(['failed 0', 'published 1']);
  });

  it('an approval at any command of the table either comes in time, or the item fails', async () => {
    const team = await newTeam(platform);
    const outcomes = new Set<string>();
    for (const suspended of ['worker', 'caller'] satisfies Actor[]) {
      for (let n = 1, interleaved = true; interleaved; n++) {
        const text = `approval ${suspended} ${n}`;
        const { dueMessage, contentId } = await scheduleContent(team.tenant, platform, { description: text }, 0);
        await act(team, 'submit', contentId);
        const call = () => act(team, 'approve', contentId);
        const result = await interleave(harness.table, suspended, n, () => publish(dueMessage), call);
        interleaved = result.interleaved;
        expect(result.answer.status).toBe(200);
        const posts = (await platforms().posts()).filter((post) => post.text === text);
        outcomes.add(`${(await loadDueEntry(dueMessage)).state} ${posts.length}`);
      }
    }
    expect([...outcomes].sort()).toEqual(['failed 0', 'published 1']);
  });
});

describe('a post with an unknown outcome, which is sent again under the same key', () => {
  it('is not sent again without approval when it is withdrawn at any command of the check', async () => {
    const team = await newTeam('bluesky');
    const states = new Set<string>();
    for (let n = 1, interleaved = true; interleaved; n++) {
      await platforms().script('bluesky', 'drop_before_effect', 1);
      const { dueMessage, contentId } = await scheduleContent(
        team.tenant,
        'bluesky',
        { description: `Repeat ${n}` },
        0,
      );
      await approve(team, contentId);
      await publish(dueMessage);
      advanceTime(5_000);
      const result = await interleave(
        harness.table,
        'worker',
        n,
        () => publish(dueMessage),
        () => act(team, 'withdraw', contentId),
      );
      interleaved = result.interleaved;
      states.add((await loadDueEntry(dueMessage)).state);
    }
    expect(sendsIn(harness.table.changes()).unapproved).toEqual([]);
    expect([...states].sort()).toEqual(['published', 'unconfirmed']);
  });
});

const STEPS = [
  'create',
  'schedule',
  'edit',
  'rename',
  'move',
  'unschedule',
  'cancel',
  'submit',
  'approve',
  'request-changes',
  'withdraw',
  'publish',
  'retry',
  'require',
  'allow',
  'let authors approve',
  'worker',
  'worker',
] as const;

describe('any sequence of requests and due times', () => {
  it('sends nothing without a valid approval of exactly what is sent', async () => {
    let sent = 0;
    const run = async (steps: { step: (typeof STEPS)[number]; pick: number }[]) => {
      harness.table.clear();
      harness.table.forgetChanges();
      const team = await newTeam('twitter');
      const before = (await platforms().posts()).length;
      const ids: string[] = [];
      let texts = 0;
      const newText = () => `Text ${++texts} of ${team.tenant.workspace.id}`;
      for (const { step, pick } of steps) {
        const id = ids[pick % Math.max(1, ids.length)];
        if (step === 'create') {
          const time = pick % 2 === 0 ? { scheduled_at: inSeconds(pick) } : {};
          ids.push((await newContent(team.tenant, { description: newText(), platforms: ['twitter'], ...time })).id);
        } else if (step === 'require') await setWorkspace(team.tenant, { approval: 'required' });
        else if (step === 'allow') await setWorkspace(team.tenant, { approval: 'none' });
        else if (step === 'let authors approve')
          await setWorkspace(team.tenant, { authors_may_approve: pick % 2 === 0 });
        else if (step === 'worker') await runDue(team, pick);
        else if (id !== undefined) await request(team, step, id, pick, newText);
      }
      await runDue(team, 60);
      const { texts: sends, unapproved } = sendsIn(harness.table.changes());
      expect(unapproved).toEqual([]);
      expect((await platforms().posts()).slice(before).map(({ text }) => text)).toEqual(sends);
      sent += sends.length;
    };
    const step = fc.record({ step: fc.constantFrom(...STEPS), pick: fc.nat(30) });
    const sequences = fc.array(step, { minLength: 8, maxLength: 40 });
    await fc.assert(fc.asyncProperty(sequences, run), { numRuns: 150 });
    // The sequences do publish.
    expect(sent).toBeGreaterThan(20);
  });
});

async function request(team: Team, step: string, id: string, pick: number, newText: () => string): Promise<void> {
  const { tenant } = team;
  const schedule = { content_id: id, platforms: ['twitter'], scheduled_at: inSeconds(pick) };
  if (step === 'schedule') await callApi('schedule.create', { token: tenant.token, body: schedule });
  else if (step === 'edit') await edit(team, id, { description: newText() });
  else if (step === 'rename')
    await edit(team, id, { title: newText(), ...(pick % 3 === 0 ? { scheduled_at: inSeconds(pick) } : {}) });
  else if (step === 'move') await edit(team, id, { scheduled_at: inSeconds(pick) });
  else if (step === 'unschedule') await edit(team, id, { status: 'draft' });
  else if (step === 'cancel') await edit(team, id, { status: 'cancelled' });
  else if (step === 'retry') await callApi('content.retry', { token: tenant.token, params: { id } });
  else if (step === 'publish') await publishNow(team, id);
  else await act(team, step, id);
}

/** Publish-now waits for the worker, which runs at the same time. */
async function publishNow(team: Team, id: string): Promise<void> {
  let isAnswered = false;
  const calling = edit(team, id, { status: 'published' }).finally(() => {
    isAnswered = true;
  });
  while (!isAnswered) {
    await new Promise(setImmediate);
    await runDue(team, 0);
  }
  await calling;
}

/** Pass time, and run the worker for every entry that is due. */
async function runDue({ tenant }: Team, seconds: number): Promise<void> {
  advanceTime(seconds * 1000);
  for (const entry of storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')) {
    if (entry.due_at === null || Date.parse(entry.due_at) > Date.now()) continue;
    await publish({ workspace_id: tenant.workspace.id, schedule_id: entry.id });
  }
}
