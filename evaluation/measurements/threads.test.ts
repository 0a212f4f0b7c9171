import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, expect, test } from 'vitest';
import { AccountResponse } from '../../lib/accounts/api/accounts/responses.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { getTableInfo, scanTable } from '../../test/e2e/assertions.ts';
import { useRunningService } from '../../test/e2e/running-service.ts';
import type { JsonApiClient } from '../../tools/local-stack/api-client.ts';
import { tableClient } from '../../tools/local-stack/seed.ts';
import { newLoadWorkspace, tellSimulator } from './load-workspaces.ts';

/** The threads of an account, each of five parts; of every third one, the last part is a first comment. */
const PARTS = 5;
const X_ACCOUNTS = 6;
const BLUESKY_ACCOUNTS = 4;
const PER_ACCOUNT = 30;
const THREADS = (X_ACCOUNTS + BLUESKY_ACCOUNTS) * PER_ACCOUNT;
const KILLS = 5;
/** Each account has one of these for every fifth request: lost, wrong, delayed and rejected responses. */
const FAULTS = ['ok_then_drop', '500_before_effect', '201_without_id', '429', 'drop_before_effect', 'duplicate'];
const EVERY = 5;
const AHEAD_MS = 10_000;
const DEADLINE_MS = 60_000;
const MAX_ROUNDS = 12;

type Platform = 'twitter' | 'bluesky';

/** An account of the simulator, and the caller of its workspace. */
interface Account {
  platform: Platform;
  externalId: string;
  id: string;
  call: JsonApiClient;
}

interface Planned {
  account: Account;
  contentId: string;
  texts: string[];
  hasComment: boolean;
}

/** A part that exists on a platform, in the order of creation. */
interface LivePart {
  n: number;
  id: string;
  text: string;
  parent: string | null;
}

type Entry = ScheduleEntry & { pk: string; sk: string };
type Outcome = Planned & { entry: Entry; live: LivePart[] };

const { service, folder } = useRunningService();
let accounts: Account[];

beforeAll(async () => {
  const call = await newLoadWorkspace(service, 9);
  const plans = [
    ...Array.from({ length: X_ACCOUNTS }, (_, index) => ['twitter', `31${index}`] as const),
    ...Array.from({ length: BLUESKY_ACCOUNTS }, (_, index) => ['bluesky', `threads-${index}.test`] as const),
  ];
  accounts = [];
  for (const [platform, name] of plans) accounts.push(await connect(platform, name, call));
});

async function connect(platform: Platform, name: string, call: JsonApiClient): Promise<Account> {
  const tokens = { access_token: `access-${name}`, expires_in: 7_200 };
  if (platform === 'twitter') await tellSimulator(service.url, 'accounts', { platform, account: name, ...tokens });
  const credentials = platform === 'twitter' ? tokens : { app_password: 'app-password' };
  const body = { platform, external_id: name, ...credentials };
  const { id, external_id } = AccountResponse().parse(await call('POST', '/accounts', body));
  return { platform, externalId: external_id, id, call };
}

async function setFaults(isFaulty: boolean): Promise<void> {
  for (const [index, { platform, externalId: account }] of accounts.entries()) {
    const script = FAULTS[index % FAULTS.length]!;
    await tellSimulator(service.url, 'scripts', {
      platform,
      script,
      times: isFaulty ? 1_000 : 0,
      every: EVERY,
      account,
    });
  }
}

async function schedule(scheduled_at: string): Promise<Planned[]> {
  const requests = accounts.flatMap((account) => Array.from({ length: PER_ACCOUNT }, (_, item) => ({ account, item })));
  const left = requests.values();
  const planned: Planned[] = [];
  const work = async () => {
    for (const { account, item } of left) {
      const hasComment = item % 3 === 0;
      const texts = Array.from({ length: PARTS }, (_, part) => `${account.externalId}, thread ${item}, part ${part}`);
      const [description, ...rest] = texts;
      const replies = hasComment ? rest.slice(0, -1) : rest;
      const thread = replies.map((text) => ({ text }));
      const own = { platforms: [account.platform], accounts: [account.id], scheduled_at, thread };
      const body = { title: 'A thread', description, ...own, ...(hasComment ? { first_comment: rest.at(-1) } : {}) };
      const { id } = (await account.call('POST', '/content', body)) as { id: string };
      planned.push({ account, contentId: id, texts, hasComment });
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return planned;
}

/** Read what the simulated platforms have. */
function liveParts(): Map<string, LivePart[]> {
  const database = new DatabaseSync(join(folder, 'simulator.sqlite'), { readOnly: true });
  const parts = database
    .prepare('SELECT n, posts.id, text, reply_to AS parent FROM posts LEFT JOIN replies USING (id) ORDER BY n')
    .all() as unknown as LivePart[];
  database.close();
  return Map.groupBy(parts, ({ text }) => text);
}

/** The newest entry of each item, and the parts that exist of it. */
async function loadOutcomes(planned: Planned[]): Promise<Outcome[]> {
  const items = await scanTable(getTableInfo(service));
  const entries = items.filter(({ entity }) => entity === 'ScheduleEntry') as unknown as Entry[];
  const byItem = Map.groupBy(entries, ({ content_id }) => content_id);
  const live = liveParts();
  return planned.map((each) => {
    const [entry] = byItem.get(each.contentId)!.sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
    return {
      ...each,
      entry: { ...entry!, parts: entry!.parts ?? [] },
      live: each.texts.flatMap((text) => live.get(text) ?? []),
    };
  });
}

/** Kill publish functions at work, one after the other. */
async function killWhileBusy(): Promise<number> {
  let killed = 0;
  const endMs = Date.now() + DEADLINE_MS / 2;
  for (let turn = 0; killed < KILLS && Date.now() < endMs; turn++) {
    if (service.kill(`on-publish-due/${turn % 5 === 4 ? 'bluesky' : 'twitter'}`)) killed += 1;
    await sleep(400);
  }
  return killed;
}

/** Wait until nothing has changed for two seconds. */
async function waitForStandstill(planned: Planned[]): Promise<Outcome[]> {
  const endMs = Date.now() + DEADLINE_MS;
  let before = '';
  for (;;) {
    const outcomes = await loadOutcomes(planned);
    const versions = outcomes.map(({ entry }) => `${entry.id} ${entry.version}`).join();
    if (versions === before || Date.now() > endMs) return outcomes;
    before = versions;
    await sleep(2_000);
  }
}

/** Process these entries now, as if their lease or the time until their next step had passed. */
async function processNow(outcomes: Outcome[]): Promise<void> {
  const table = getTableInfo(service);
  const client = tableClient(table);
  const past = new Date(Date.now() - 1_000).toISOString();
  const left = outcomes.values();
  const work = async () => {
    for (const { account, entry } of left) {
      const update = new UpdateCommand({
        TableName: table.tableName,
        Key: { pk: entry.pk, sk: entry.sk },
        UpdateExpression: 'SET due_at = :past, due_sk = :past',
        ConditionExpression: 'version = :version',
        ExpressionAttributeValues: { ':past': past, ':version': entry.version },
      });
      // It may have changed since.
      await client.send(update).catch(() => {});
      const message = { workspace_id: entry.workspace_id, schedule_id: entry.id };
      await service.invoke(`on-publish-due/${account.platform}`, message);
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  client.destroy();
}

/** Do every step that has a time, until none has one. */
async function processAll(planned: Planned[]): Promise<Outcome[]> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const outcomes = await waitForStandstill(planned);
    const due = outcomes.filter(({ entry }) => entry.due_at !== null);
    if (due.length === 0) return outcomes;
    await processNow(due);
  }
  return waitForStandstill(planned);
}

/** Look at the platform for a part in doubt, as a user does, and report what is there. */
async function resolveByHand({ account, contentId, entry, texts, live }: Outcome): Promise<void> {
  const part = live.find(({ text }) => text === texts[entry.parts.length]);
  const url = `https://x.com/i/web/status/${part?.id}`;
  const reported = { part: entry.parts.length };
  const body = part ? { ...reported, outcome: 'published', url } : { ...reported, outcome: 'failed' };
  await account.call('POST', `/content/${contentId}/targets/${account.platform}/resolve`, body);
}

/** What is wrong with a thread; empty for nothing. */
function faultsOf({ account, entry, texts, live, hasComment }: Outcome): string[] {
  const faults: string[] = [];
  const byText = texts.map((text) => live.filter((part) => part.text === text));
  if (byText.some((parts) => parts.length > 1)) faults.push('a part is live twice');
  const count = byText.findIndex((parts) => parts.length === 0);
  const prefix = byText.slice(0, count < 0 ? PARTS : count).map(([part]) => part!);
  if (prefix.length !== live.length) faults.push('a part is live before an earlier one');
  if (prefix.some((part, index) => index > 0 && part.n <= prefix[index - 1]!.n)) faults.push('not created in order');
  const parents = prefix.map((_, index) => {
    if (index === 0) return null;
    return (hasComment && index === PARTS - 1 ? prefix[0]! : prefix[index - 1]!).id;
  });
  if (prefix.some(({ parent }, index) => parent !== parents[index])) faults.push('a part answers another one');
  const stored = entry.parts.map(({ platform_post_id }) => platform_post_id);
  if (stored.some((id, index) => id !== prefix[index]?.id)) faults.push('a stored id is another one');
  const isComplete = entry.state === 'published';
  if (isComplete !== (stored.length === PARTS)) faults.push(`is ${entry.state} with ${stored.length} parts`);
  const isInDoubt =
    entry.state === 'unconfirmed' && (account.platform === 'bluesky' || stored.length + 1 >= live.length);
  if (stored.length !== live.length && !isInDoubt) faults.push(`${live.length} parts are live, ${stored.length} known`);
  if (stored.length < PARTS && !['interrupted', 'failed', 'unconfirmed'].includes(entry.state)) {
    faults.push(`is ${entry.state} without all parts`);
  }
  return faults.map((fault) => `${entry.id}, ${texts[0]}: ${fault}`);
}

function summarize(outcomes: Outcome[], startMs: number): void {
  const byState = Object.entries(Object.groupBy(outcomes, ({ entry }) => entry.state));
  const counts = byState.map(([state, entries]) => `${state} ${entries.length}`).join(', ');
  const live = outcomes.reduce((sum, each) => sum + each.live.length, 0);
  console.log(`${live} parts are live; ${counts}. ${Math.round((Date.now() - startMs) / 1000)} s.`);
}

test('300 threads of 5 parts, a fifth of the responses lost or wrong, five kills: no part twice, none out of order, none missing without a state that says so', async () => {
  await setFaults(true);
  const startMs = Date.now();
  const planned = await schedule(new Date(startMs + AHEAD_MS).toISOString());
  expect(planned).toHaveLength(THREADS);
  await sleep(Math.max(0, startMs + AHEAD_MS + 500 - Date.now()));
  expect(await killWhileBusy()).toBe(KILLS);

  const outcomes = await processAll(planned);
  summarize(outcomes, startMs);
  expect(outcomes.flatMap(faultsOf)).toEqual([]);
  // The faults have reached threads in their middle.
  const isInMiddle = ({ entry }: Outcome) => entry.parts.length > 0 && entry.parts.length < PARTS;
  expect(outcomes.filter(isInMiddle).length).toBeGreaterThan(THREADS / 20);
  expect(outcomes.filter(({ entry }) => entry.state === 'published').length).toBeGreaterThan(THREADS / 4);

  // A user resolves what is in doubt and resumes what was interrupted, while the platforms answer correctly.
  await setFaults(false);
  await Promise.all(outcomes.filter(({ entry }) => entry.state === 'unconfirmed').map(resolveByHand));
  const resolved = await processAll(planned);
  const unfinished = resolved.filter(({ entry }) => entry.state !== 'published');
  for (const { account, contentId } of unfinished) await account.call('POST', `/content/${contentId}/retry`, {});
  const complete = await processAll(planned);
  summarize(complete, startMs);
  expect(complete.flatMap(faultsOf)).toEqual([]);
  expect(complete.filter(({ entry }) => entry.state !== 'published').map(({ entry }) => entry.id)).toEqual([]);
  expect(complete.flatMap(({ live }) => live)).toHaveLength(THREADS * PARTS);
}, 300_000);
