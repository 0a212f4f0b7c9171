import { describe, expect, it } from 'vitest';
import { VERSION_RETENTION_DAYS } from '../../lib/content/rules/approval/content-version.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { newContent, newMember } from '../functions/resources.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();

type Action = 'submit' | 'approve' | 'request-changes' | 'withdraw';
type Caller = { token: string };

const act = (caller: Caller, action: Action, id: string, body: Json = {}) =>
  callApi(`content.${action}`, { token: caller.token, params: { id }, body });
const update = (caller: Caller, id: string, body: Json) =>
  callApi('content.update', { token: caller.token, params: { id }, body });
const listVersions = (caller: Caller, id: string) =>
  callApi('content.list-versions', { token: caller.token, params: { id } });
const versionsOf = async (caller: Caller, id: string) => (await listVersions(caller, id)).json.versions as Json[];
const stored = () => storedRecords<Json>(harness, 'ContentVersion');

/** Submit an item of a tenant with each of these titles, and return its id. */
async function submittedAs(author: Tenant, titles: string[]): Promise<string> {
  const { id } = await newContent(author);
  for (const title of titles) {
    await update(author, id, { title });
    expect((await act(author, 'submit', id)).status).toBe(200);
  }
  return id;
}

describe('GET /content/{id}/versions', () => {
  it('returns what was submitted, newest first, and not what was edited since', async () => {
    const author = await newTenant();
    const id = await submittedAs(author, ['First', 'Second']);
    await update(author, id, { title: 'Not submitted' });
    expect(await versionsOf(author, id)).toMatchObject([
      { submission: 2, title: 'Second', content_id: id, submitted_by: author.owner.id, agent: null, decision: null },
      { submission: 1, title: 'First' },
    ]);
  });

  it('returns none for an item that was never submitted', async () => {
    const author = await newTenant();
    const { id } = await newContent(author);
    expect(await versionsOf(author, id)).toEqual([]);
  });

  it('has every field that the approval covers', async () => {
    const author = await newTenant();
    const fields = {
      ...{ description: 'A text', first_comment: 'A comment', thread: [{ text: 'Further', media: [] }] },
      media: [{ url: 'https://media.example.com/a.jpg', type: 'image' }],
      platform_options: { linkedin: { text: 'Another', visibility: 'connections', thread: [] } },
    };
    const { id } = await newContent(author, { platforms: ['twitter', 'linkedin'], ...fields });
    const { json } = await act(author, 'submit', id, { note: 'Ready' });
    const { approval, title, platforms } = json as Json & { approval: Json };
    const { content_hash, requested_at: submitted_at } = approval;
    const expected = {
      ...fields,
      title,
      platforms,
      accounts: [],
      files: [],
      content_hash,
      submitted_at,
      note: 'Ready',
    };
    expect(await versionsOf(author, id)).toMatchObject([expected]);
  });

  it('keeps the last ten submissions', async () => {
    const author = await newTenant();
    const titles = Array.from({ length: 12 }, (_, index) => `Title ${index + 1}`);
    const id = await submittedAs(author, titles);
    const kept = (await versionsOf(author, id)).map(({ submission, title }) => [submission, title]);
    expect(kept).toEqual(
      titles
        .map((title, index) => [index + 1, title])
        .slice(2)
        .reverse(),
    );
    expect(stored().filter(({ content_id }) => content_id === id)).toHaveLength(10);
  });

  it('keeps the last submission with a decision, however many follow', async () => {
    const author = await newTenant();
    const reviewer = await newMember(author, 'approver');
    const id = await submittedAs(author, ['Reviewed']);
    const submitAgain = async (count: number) => {
      for (let index = 0; index < count; index++) {
        await update(author, id, { title: `Later ${index}` });
        expect((await act(author, 'submit', id)).status).toBe(200);
      }
    };
    const listed = async () =>
      (await versionsOf(author, id)).map(({ submission, decision }) => [submission, (decision as Json)?.status]);
    const lastTen = (last: number) => Array.from({ length: 10 }, (_, index) => [last - index, undefined]);
    await act(reviewer, 'request-changes', id);
    await submitAgain(22);
    expect(await listed()).toEqual([...lastTen(23), [1, 'changes_requested']]);
    await act(reviewer, 'approve', id);
    await submitAgain(21);
    expect(await listed()).toEqual([...lastTen(44), [23, 'approved']]);
    await callApi('content.delete', { token: author.token, params: { id } });
    expect(stored().filter(({ content_id }) => content_id === id)).toEqual([]);
  });

  it('is not found for the item of another workspace', async () => {
    const [author, other] = [await newTenant(), await newTenant()];
    const id = await submittedAs(author, ['First']);
    expect((await listVersions(other, id)).status).toBe(404);
  });

  it('shows an agent what a person has changed, as GET /content/{id} does', async () => {
    const author = await newTenant();
    const { token } = await newAgent(author, {});
    const id = await submittedAs(author, ['By a person']);
    expect(await versionsOf({ token }, id)).toMatchObject([{ title: 'By a person' }]);
  });

  it('names the agent that submitted, and the member who is responsible for it', async () => {
    const author = await newTenant();
    const agent = await newAgent(author, {}, { name: 'Campaigns' });
    const { id } = await newContent({ ...author, token: agent.token });
    await act(agent, 'submit', id, { note: 'I checked the numbers.' });
    expect(await versionsOf(author, id)).toMatchObject([
      {
        submitted_by: author.owner.id,
        agent: { id: agent.id, name: 'Campaigns', user_id: author.owner.id },
        note: 'I checked the numbers.',
      },
    ]);
  });
});

describe('the decision about a submission', () => {
  async function decided(...actions: Action[]): Promise<unknown[]> {
    const author = await newTenant();
    const reviewer = await newMember(author, 'approver');
    const id = await submittedAs(author, ['First']);
    for (const action of actions) {
      const caller = action === 'withdraw' ? author : reviewer;
      expect((await act(caller, action, id, { note: action })).status).toBe(200);
    }
    await update(author, id, { title: 'Second' });
    await act(author, 'submit', id);
    return (await versionsOf(author, id)).map(({ decision }) => decision && (decision as Json).status);
  }

  it.each<[string, Action[], string | null]>([
    ['a request for changes', ['request-changes'], 'changes_requested'],
    ['an approval, which an edit has revoked', ['approve'], 'approved'],
    ['the last of two', ['approve', 'request-changes'], 'changes_requested'],
    ['a withdrawal, where there is no decision', ['withdraw'], 'withdrawn'],
    ['that of a person, also after a withdrawal', ['request-changes', 'withdraw'], 'changes_requested'],
    ['none, where an edit came first', [], null],
  ])('is %s', async (_, actions, status) => {
    expect(await decided(...actions)).toEqual([null, status]);
  });

  it('has who decided, when and with which note, before the next submission and after it', async () => {
    const author = await newTenant();
    const reviewer = await newMember(author, 'approver');
    const id = await submittedAs(author, ['First']);
    await act(reviewer, 'request-changes', id, { note: 'Name the source' });
    const decision = { status: 'changes_requested', decided_by: reviewer.id, note: 'Name the source' };
    expect(await versionsOf(author, id)).toMatchObject([{ decision }]);
    await act(author, 'submit', id);
    expect(await versionsOf(author, id)).toMatchObject([{ decision: null }, { decision }]);
  });

  it('is no part of the item, its events or its audit entries', async () => {
    const author = await newTenant();
    const reviewer = await newMember(author, 'approver');
    const id = await submittedAs(author, ['First']);
    const { json } = await act(reviewer, 'request-changes', id);
    expect(json.approval).toMatchObject({ submission: 1 });
    expect(json.approval).not.toHaveProperty('decision');
  });
});

describe('a submission', () => {
  it('is kept once, when two are sent at once', async () => {
    const author = await newTenant();
    const { id } = await newContent(author);
    const answers = await Promise.all([act(author, 'submit', id), act(author, 'submit', id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await versionsOf(author, id)).toMatchObject([{ submission: 1 }]);
  });

  it('is kept once, when it is repeated after a lost response', async () => {
    const author = await newTenant();
    const { id } = await newContent(author);
    const headers = { 'idempotency-key': 'submit', 'content-type': 'application/json' };
    const submit = () => callApi('content.submit', { token: author.token, params: { id }, body: {}, headers });
    await submit();
    expect((await submit()).headers['idempotent-replayed']).toBe('true');
    expect(await versionsOf(author, id)).toHaveLength(1);
  });

  /** Run a request, and another one to its end just before the first commits. */
  async function overtaken<T>(request: () => Promise<T>, other: () => Promise<unknown>): Promise<T> {
    let isOvertaken = false;
    harness.table.latency = async (command) => {
      if (isOvertaken || !['TransactWriteCommand', 'PutCommand'].includes(command)) return;
      isOvertaken = true;
      await other();
    };
    return request().finally(() => {
      harness.table.latency = null;
    });
  }

  it('is of the edited item, when an edit commits before it', async () => {
    const author = await newTenant();
    const { id } = await newContent(author);
    const edit = () => update(author, id, { title: 'Edited' });
    const { json } = await overtaken(() => act(author, 'submit', id), edit);
    const { content_hash } = json.approval as Json;
    expect(await versionsOf(author, id)).toMatchObject([{ title: 'Edited', content_hash }]);
  });

  it('is withdrawn by an edit that it overtakes, and stays as it was submitted', async () => {
    const author = await newTenant();
    const { id, title } = await newContent(author);
    const { json } = await overtaken(
      () => update(author, id, { title: 'Edited' }),
      () => act(author, 'submit', id),
    );
    expect(json).toMatchObject({ title: 'Edited', approval: { status: 'not_submitted', submission: 1 } });
    expect(await versionsOf(author, id)).toMatchObject([{ title }]);
  });

  it('expires after 400 days', async () => {
    const author = await newTenant();
    const id = await submittedAs(author, ['First']);
    const item = harness.table.items().find((each) => each.entity === 'ContentVersion' && each.content_id === id)!;
    const ageMs = Number(item.expires_at_seconds) * 1000 - Date.parse(String(item.submitted_at));
    expect(ageMs / 86_400_000).toBe(VERSION_RETENTION_DAYS);
  });

  it('is deleted with its item, and those of other items stay', async () => {
    const author = await newTenant();
    const titles = Array.from({ length: 11 }, (_, index) => `Title ${index}`);
    const [id, other] = [await submittedAs(author, titles), await submittedAs(author, ['Other'])];
    expect((await callApi('content.delete', { token: author.token, params: { id } })).status).toBe(200);
    const ids = stored().map(({ content_id }) => content_id);
    expect([ids.includes(id), ids.includes(other)]).toEqual([false, true]);
  });
});
