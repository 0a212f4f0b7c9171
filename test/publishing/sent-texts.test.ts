import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { PLATFORMS, type Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { intercept, loseNext, reportFailed, runNext } from '../functions/given/lost-sends.ts';
import { request, resume, runAll, type Thread, targetOf } from '../functions/given/thread.ts';
import { newContent, newMember, PICTURES, setWorkspace } from '../functions/resources.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { newLinkRule } from '../link-rules/new-link-rule.ts';
import { ACCOUNTS } from '../platforms/platforms.ts';

/**
 * The text of a post is a fixed sequence of bytes: what is sent is stored before it is sent, and found, sent again and
 * compared as that. The table returns the parameters of a link rule in another order at each read.
 */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const PARAMETERS = {
  utm_source: '{platform}',
  utm_medium: 'social',
  utm_campaign: 'camp',
  utm_content: '{date}',
  utm_term: 't',
};
const TEXT = 'Read https://example.com/e';
const NOT_FOUND = { status: 400, body: { error: 'RecordNotFound', message: 'Could not locate record' } };
/** LinkedIn cannot be asked for a post. */
const ASKED = PLATFORMS.filter((platform) => platform !== 'linkedin');
const COMMENTED: Platform[] = ['twitter', 'instagram'];

const textsLive = async () => (await platforms().posts()).map(({ text }) => text);

async function newLinkedTenant(platform: Platform): Promise<Tenant> {
  const { externalId, accessToken: access_token } = ACCOUNTS[platform];
  // Instagram names the account of a token only if it has issued the token.
  if (platform === 'instagram') {
    await platforms().register({ platform, account: externalId, access_token, expires_in: 86_400 });
  }
  const tenant = await newTenant();
  await newLinkRule(tenant, { hosts: ['example.com'], parameters: PARAMETERS });
  await connect(tenant, platform);
  return tenant;
}

async function newLinkedPost(platform: Platform, fields: Json = {}): Promise<Thread> {
  const tenant = await newLinkedTenant(platform);
  return { tenant, ...(await scheduleContent(tenant, platform, { description: TEXT, ...fields })) };
}

/** A post of which the response is lost, and how many parts are live by then. */
async function newLostPost(platform: Platform, fields: Json = {}, liveParts = 0): Promise<Thread> {
  const post = await newLinkedPost(platform, fields);
  while ((await loadDueEntry(post.dueMessage)).parts.length < liveParts) await runNext(post);
  await loseNext(post, platform);
  return post;
}

/** Let the service compute another text of an item from now on, as a later version of it may do. */
function computeAnotherText({ contentId }: Thread): void {
  const { table } = harness;
  const item = table.items().find(({ entity, id }) => entity === 'Content' && id === contentId)!;
  const parameters = Object.entries(item.link_parameters as Record<string, { parameters: Json }[]>);
  const changed = parameters.map(([platform, rules]) => [
    platform,
    rules.map((rule) => ({ ...rule, parameters: { ...rule.parameters, utm_term: 'another' } })),
  ]);
  table.insert({ ...item, link_parameters: Object.fromEntries(changed) });
}

async function shownTexts(thread: Thread): Promise<string[]> {
  const { json } = await request(thread, 'content.get');
  return (json.published_texts as { texts: string[] }[])[0]!.texts;
}

async function retry(thread: Thread, platform: Platform): Promise<Thread> {
  await reportFailed(thread, platform);
  return resume(thread);
}

describe('the text of a post with a link rule of five parameters', () => {
  it.each(PLATFORMS)('is the same in every response and on %s', async (platform) => {
    const post = await newLinkedPost(platform);
    const shown = new Set<string>();
    for (let read = 0; read < 30; read++) shown.add((await shownTexts(post)).join());
    expect(shown.size).toBe(1);
    expect((await runAll(post)).state).toBe('published');
    expect(await textsLive()).toEqual([...shown]);
  });

  it.each(PLATFORMS)('is sent to %s as the response to its approval has it', async (platform) => {
    const tenant = await newLinkedTenant(platform);
    await setWorkspace(tenant, { approval: 'required' });
    const { token } = await newMember(tenant, 'approver');
    const fields = platform === 'instagram' ? { media: PICTURES } : {};
    const { id } = await newContent(tenant, { description: TEXT, platforms: [platform], ...fields });
    const act = (operation: string, by: string, body: Json = {}) =>
      callApi(operation, { token: by, params: { id }, body });
    expect((await act('content.submit', tenant.token)).status).toBe(200);
    const { json } = await act('content.approve', token);
    const [approved] = json.published_texts as { texts: string[] }[];
    const scheduled = await succeed('schedule.create', {
      token: tenant.token,
      body: { content_id: id, platforms: [platform], scheduled_at: inSeconds(600) },
    });
    const [target] = scheduled.entries as { id: string }[];
    const dueMessage = { workspace_id: tenant.workspace.id, schedule_id: target!.id };
    expect((await runAll({ tenant, contentId: id, dueMessage })).state).toBe('published');
    expect(await textsLive()).toEqual(approved!.texts);
  });
});

describe('what is sent', () => {
  it.each(PLATFORMS)('is stored before it is sent to %s', async (platform) => {
    const post = await newLinkedPost(platform);
    const { due_at } = await loadDueEntry(post.dueMessage);
    advanceTime(Date.parse(due_at!) - Date.now());
    const [shown] = await shownTexts(post);
    await platforms().script(platform, 'ok_then_drop');
    // The worker is killed once it has stored that it sends, before it records the outcome.
    const isSending = () => storedRecords(harness, 'ScheduleEntry').some(({ state }) => state === 'sending');
    harness.table.fault = () => (isSending() ? new Error('The worker was killed.') : null);
    await expect(onPublishDue(post.dueMessage, lambdaContext())).rejects.toThrow();
    harness.table.fault = null;
    expect(await textsLive()).toEqual([shown]);
    const { texts, record } = (await loadDueEntry(post.dueMessage)).prepared_state!;
    // Bluesky's record has the text.
    expect(record ? [JSON.parse(String(record)).text] : texts).toEqual([shown]);
    expect(record === undefined).toBe(texts !== undefined);
  });

  it('is stored once, however often its response is lost', async () => {
    let post = await newLinkedPost('linkedin');
    for (let count = 0; count < 4; count++) {
      if (count > 0) post = await retry(post, 'linkedin');
      await loseNext(post, 'linkedin', '500_before_effect');
    }
    const { prepared_state, unconfirmed_send } = await loadDueEntry(post.dueMessage);
    expect(unconfirmed_send!.sends).toHaveLength(4);
    const [text] = prepared_state!.texts as string[];
    expect(JSON.stringify(unconfirmed_send).split(text!)).toHaveLength(2);
  });

  it.each(PLATFORMS)('is in no entry of %s that is over, which outlives its item', async (platform) => {
    const lost = await newLostPost(platform);
    const again = await retry(lost, platform);
    await runAll(again);
    const entries = storedRecords(harness, 'ScheduleEntry');
    expect(entries).toHaveLength(2);
    expect(JSON.stringify([entries, storedRecords(harness, 'OpenSends')])).not.toContain('example.com');
  });
});

describe('a lost response', () => {
  it.each(ASKED)('is found on %s at the first check, whatever text the item has by then', async (platform) => {
    const lost = await newLostPost(platform);
    computeAnotherText(lost);
    await runNext(lost);
    const { status, timeline } = await targetOf(lost, platform);
    expect(status).toBe('published');
    expect(timeline.map(({ type }) => type).slice(-2)).toEqual(['unconfirmed', 'reconciled']);
    expect(await textsLive()).toHaveLength(1);
  });

  it.each(COMMENTED)('of a first comment is found on %s at the first check', async (platform) => {
    const lost = await newLostPost(platform, { first_comment: `More: ${TEXT}` }, 1);
    computeAnotherText(lost);
    await runNext(lost);
    expect((await targetOf(lost, platform)).parts.map(({ status }) => status)).toEqual(['published', 'published']);
    expect(await textsLive()).toHaveLength(2);
  });

  it('of a post of an earlier version, which has stored no text, is found by the text of the item', async () => {
    const lost = await newLostPost('twitter');
    const { table } = harness;
    const entry = table
      .items()
      .find(({ entity, id }) => entity === 'ScheduleEntry' && id === lost.dueMessage.schedule_id)!;
    const sent = entry.unconfirmed_send as { sends: Json[] };
    const sends = sent.sends.map((send) => ({ ...send, prepared_state: {} }));
    table.insert({ ...entry, prepared_state: {}, unconfirmed_send: { ...sent, sends } });
    await runNext(lost);
    expect((await targetOf(lost, 'twitter')).status).toBe('published');
  });
});

describe('a post that is live, reported as failed and retried', () => {
  it.each(ASKED)('is found on %s, and not sent again, whatever text the item has by then', async (platform) => {
    const lost = await newLostPost(platform);
    computeAnotherText(lost);
    const again = await retry(lost, platform);
    expect((await runAll(again)).state).toBe('published');
    expect(await textsLive()).toHaveLength(1);
    expect((await targetOf(again, platform)).platform_post_id).toBe((await platforms().posts())[0]!.id);
  });

  it('is sent to X with the same bytes while X lists no post, which X rejects as a duplicate', async () => {
    const lost = await newLostPost('twitter');
    computeAnotherText(lost);
    await using _ = await intercept(lost, 'twitter', (url) =>
      url.includes('/tweets?') ? { status: 200, body: { meta: { result_count: 0 } } } : null,
    );
    const again = await retry(lost, 'twitter');
    for (let step = 0; step < 4; step++) await runNext(again);
    const sent = (await platforms().requests()).filter(
      ({ method, path }) => method === 'POST' && path.endsWith('/tweets'),
    );
    expect(sent.length).toBeGreaterThan(1);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(await textsLive()).toHaveLength(1);
  });

  it.each<[string, Json]>([
    ['a post', {}],
    ['a thread', { thread: [{ text: TEXT }] }],
  ])('is sent to Bluesky with the same bytes under the same keys while reads lag behind: %s', async (_, fields) => {
    const lost = await newLostPost('bluesky', fields);
    computeAnotherText(lost);
    const before = await textsLive();
    await using __ = await intercept(lost, 'bluesky', (url) => (url.includes('getRecord') ? NOT_FOUND : null));
    const again = await retry(lost, 'bluesky');
    await runNext(again);
    const writes = (await platforms().requests()).filter(({ path }) => /(putRecord|applyWrites)$/.test(path));
    expect(writes.map(({ body }) => body)).toEqual([writes[0]!.body, writes[0]!.body]);
    expect(await textsLive()).toEqual(before);
  });
});

describe('retry_may_duplicate', () => {
  it.each(PLATFORMS)('is true on %s where the retry would not send what was sent', async (platform) => {
    const lost = await newLostPost(platform);
    const resolved = await reportFailed(lost, platform);
    expect(resolved).toMatchObject({ retry_may_duplicate: platform !== 'bluesky' });
    const media = { media: [{ ...PICTURES[0]!, alt: 'Another' }] };
    const edit = platform === 'instagram' ? media : { description: `${TEXT} ` };
    for (const [change, expected] of [
      [edit, true],
      // Back again: the record has been discarded.
      [platform === 'instagram' ? { media: PICTURES } : { description: TEXT }, true],
    ] as const) {
      const { status, json, text } = await request(lost, 'content.update', change as Json);
      expect(status, text).toBe(200);
      expect(json.targets).toMatchObject([{ retry_may_duplicate: expected }]);
      expect(await targetOf(lost, platform)).toMatchObject({ retry_may_duplicate: expected });
    }
  });

  it('is true on Bluesky in the response to the report where the send has kept no record', async () => {
    const lost = await newLostPost('bluesky');
    const { table } = harness;
    for (const item of table.items()) {
      const sent = item.unconfirmed_send as { sends: Json[] } | undefined;
      if (item.entity !== 'ScheduleEntry' || !sent) continue;
      const sends = sent.sends.map(({ prepared_state: _, ...send }) => send);
      table.insert({ ...item, unconfirmed_send: { ...sent, sends } });
    }
    expect(await reportFailed(lost, 'bluesky')).toMatchObject({ retry_may_duplicate: true });
    expect(await targetOf(lost, 'bluesky')).toMatchObject({ retry_may_duplicate: true });
  });
});
