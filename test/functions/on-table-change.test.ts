import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import type { Account } from '../../lib/domain/account.ts';
import { needsReconnect, postponeRefresh, startRefresh } from '../../lib/domain/account-token.ts';
import type { WebhookEndpoint } from '../../lib/domain/endpoint.ts';
import type { Entry, EntryError } from '../../lib/domain/entry.ts';
import type { Observation } from '../../lib/domain/measurement.ts';
import { NO_METRICS } from '../../lib/domain/metrics-delta.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { CHECK_SECONDS, denyLive, stillInDoubt } from '../../lib/domain/reconciliation.ts';
import { type Delivery, recordAttempt } from '../../lib/domain/webhook.ts';
import { accountWrite, loadAccount } from '../../lib/table/account.ts';
import { commit } from '../../lib/table/commit.ts';
import { deliveryWrite, loadDelivery } from '../../lib/table/delivery.ts';
import { endpointWrite, loadEndpoint } from '../../lib/table/endpoint.ts';
import type { Item } from '../../lib/table/keys.ts';
import { observationWrite } from '../../lib/table/measurement.ts';
import {
  DELIVERY_QUEUE,
  follow,
  followAll,
  killAt,
  openBackDoor,
  publishQueue,
  refused,
  stored,
  streamRecord,
} from './back-door.ts';
import { ask, inSeconds, type Json, pass } from './front-door.ts';
import { moveTarget, stopAsking } from './in-doubt.ts';
import { keptBuckets } from './kept-buckets.ts';
import {
  NOBODY,
  newAccount,
  newContent,
  newWebhook,
  PUBLISHED,
  publishTo,
  REJECTED,
  type Step,
} from './resources.ts';
import { newId, newTenant, type Tenant } from './tenants.ts';

const house = openBackDoor();

const HOUR = 3_600_000;

const ERROR: EntryError = { code: 'said_no', message: 'No.', category: 'platform', retryable: false };

/** An outcome in which the platform took the post under this id. */
const publishedAs = (platformPostId: string): Step => ({ outcome: 'published', platformPostId, url: null });

/** An item for one platform, scheduled that far ahead, and its entry. */
async function scheduledIn(seconds: number, platform: Platform = 'twitter') {
  const tenant = await newTenant();
  house.changes();
  const content = await newContent(tenant, { platforms: [platform], scheduled_at: inSeconds(seconds) });
  return { tenant, content, entry: stored<Entry>(house, 'Entry')[0]! };
}

function wakeOf(entry: Entry) {
  return { workspace_id: entry.workspace_id, schedule_id: entry.id };
}

async function move(tenant: Tenant, id: string, scheduledAt: string): Promise<void> {
  const body = { scheduled_at: scheduledAt };
  const answer = await ask('content.update', { token: tenant.token, params: { id }, body });
  expect(answer.status, answer.text).toBe(200);
}

/** Follows the changes that were made, and gives them back to be followed again. */
async function followed() {
  const records = house.changes();
  expect(await follow(records)).toEqual([]);
  return records;
}

/** Puts the table back to what it held. */
async function restore(items: Item[]): Promise<void> {
  house.table.clear();
  for (const put of items) await commit([{ put, expect: 'any' }]);
}

/** What a change has led to, apart from what it was. */
function consequences(): Item[] {
  const kinds = [
    'Event',
    'Delivery',
    'Measurement',
    'Bucket',
    'ContentBucket',
    'TermBlock',
    'TermDay',
    'TermedPost',
  ];
  return house.table.items().filter((item) => kinds.includes(String(item.entity)));
}

describe('the timer of an entry', () => {
  it('is one schedule named by the entry, a minute early in UTC, removing itself, with few retries', async () => {
    const { entry } = await scheduledIn(3600);
    await followed();
    expect(house.timers()).toEqual([
      {
        command: 'CreateScheduleCommand',
        input: {
          Name: entry.id,
          GroupName: 'timers',
          ScheduleExpression: 'at(2026-08-03T10:59:30)',
          ScheduleExpressionTimezone: 'UTC',
          FlexibleTimeWindow: { Mode: 'OFF' },
          ActionAfterCompletion: 'DELETE',
          Target: {
            Arn: 'arn:publish-twitter',
            RoleArn: 'arn:role',
            Input: JSON.stringify(wakeOf(entry)),
            RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 },
          },
        },
      },
    ]);
    expect(house.sent()).toEqual([]);
  });

  it('has a name the scheduler takes', async () => {
    const { entry } = await scheduledIn(3600);
    expect(entry.id).toMatch(/^[0-9a-zA-Z_.-]{1,64}$/);
  });

  it.each([
    ['2026-08-03T14:00:00.750+02:00', 'at(2026-08-03T11:59:00)'],
    ['2027-01-01T00:00:30Z', 'at(2026-12-31T23:59:30)'],
  ])('for %s is %s', async (scheduledAt, expression) => {
    const tenant = await newTenant();
    house.changes();
    await newContent(tenant, { scheduled_at: scheduledAt, platforms: ['twitter'] });
    await followed();
    expect(house.timers()).toMatchObject([{ input: { ScheduleExpression: expression } }]);
  });

  it('wakes the function of its own platform, one timer for each', async () => {
    const tenant = await newTenant();
    house.changes();
    await newContent(tenant, {
      platforms: ['instagram', 'twitter', 'linkedin'],
      // Instagram takes no post without a picture.
      media: [{ url: 'https://media.example/a.jpg', type: 'image' }],
      scheduled_at: inSeconds(3600),
    });
    await followed();
    const targets = house.timers().map(({ input }) => (input.Target as Json).Arn);
    expect(targets.sort()).toEqual(['arn:publish-instagram', 'arn:publish-linkedin', 'arn:publish-twitter']);
  });

  it('is a schedule from two minutes ahead on, and closer than that a message', async () => {
    await scheduledIn(120);
    await followed();
    expect(house.timers()).toMatchObject([{ input: { ScheduleExpression: 'at(2026-08-03T10:01:30)' } }]);
    expect(house.sent()).toEqual([]);
    await scheduledIn(119.999);
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toMatchObject([{ delaySeconds: 120 }]);
  });

  it.each([
    [0, 0],
    [0.2, 1],
    [5, 5],
    [90.001, 91],
  ])('%d s ahead is a message delayed by %d s', async (seconds, delaySeconds) => {
    const { entry } = await scheduledIn(seconds, 'linkedin');
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toEqual([{ queue: publishQueue('linkedin'), message: wakeOf(entry), delaySeconds }]);
  });

  it('is a message without delay when the change is followed long after the time', async () => {
    await scheduledIn(3600);
    pass(2 * HOUR);
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toMatchObject([{ delaySeconds: 0 }]);
  });

  it('exists once when its change is followed twice', async () => {
    const { entry } = await scheduledIn(3600);
    const records = await followed();
    house.scheduler.on(CreateScheduleCommand).rejects(refused('ConflictException'));
    house.timers();
    expect(await follow(records)).toEqual([]);
    const calls = house.timers();
    expect(calls.map(({ command }) => command)).toEqual(['CreateScheduleCommand', 'UpdateScheduleCommand']);
    expect(calls[1]!.input).toEqual(calls[0]!.input);
    expect(calls[1]!.input.Name).toBe(entry.id);
  });

  it('is moved when the entry is: the one that is there gets the new time', async () => {
    const { tenant, content, entry } = await scheduledIn(3600);
    await followed();
    house.timers();
    await move(tenant, content.id, '2026-08-04T08:00:00Z');
    house.scheduler.on(CreateScheduleCommand).rejects(refused('ConflictException'));
    await followed();
    expect(house.timers().at(-1)).toMatchObject({
      command: 'UpdateScheduleCommand',
      input: { Name: entry.id, ScheduleExpression: 'at(2026-08-04T07:59:00)' },
    });
    expect(house.sent()).toEqual([]);
  });

  it('is left to a message when the entry is moved close', async () => {
    const { tenant, content, entry } = await scheduledIn(3600);
    await followed();
    house.timers();
    await move(tenant, content.id, inSeconds(30));
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toMatchObject([{ message: wakeOf(entry), delaySeconds: 30 }]);
  });

  it.each([
    ['new', 'CreateScheduleCommand'],
    ['moved', 'UpdateScheduleCommand'],
  ])('that the scheduler refuses as invalid (%s) is left to the queue, in hops', async (kind, command) => {
    const { tenant, content, entry } = await scheduledIn(3600);
    if (kind === 'moved') {
      await followed();
      await move(tenant, content.id, inSeconds(7200));
      house.scheduler.on(CreateScheduleCommand).rejects(refused('ConflictException'));
    }
    house.timers();
    const commands = { CreateScheduleCommand, UpdateScheduleCommand };
    house.scheduler.on(commands[command as keyof typeof commands]).rejects(refused('ValidationException'));
    await followed();
    expect(house.timers().map((call) => call.command)).toContain(command);
    expect(house.sent()).toEqual([
      { queue: publishQueue('twitter'), message: wakeOf(entry), delaySeconds: 900 },
    ]);
  });

  it('that the scheduler cannot make now is tried again by the stream', async () => {
    await scheduledIn(3600);
    const records = house.changes();
    house.scheduler.on(CreateScheduleCommand).rejects(refused('ThrottlingException'));
    const sequence = records.find(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Entry')!.dynamodb!
      .SequenceNumber!;
    expect(await follow(records)).toEqual([sequence]);
    expect(house.sent()).toEqual([]);
  });

  it('is taken away when its entry is cancelled, and it is no failure when it is gone already', async () => {
    const { tenant, entry } = await scheduledIn(3600);
    await followed();
    house.timers();
    await ask('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    house.scheduler.on(DeleteScheduleCommand).rejects(refused('ResourceNotFoundException'));
    await followed();
    expect(house.timers()).toEqual([
      { command: 'DeleteScheduleCommand', input: { Name: entry.id, GroupName: 'timers' } },
    ]);
  });

  it('is taken away when its item is deleted', async () => {
    const { tenant, content, entry } = await scheduledIn(3600);
    await followed();
    house.timers();
    await ask('content.delete', { token: tenant.token, params: { id: content.id } });
    await followed();
    expect(house.timers()).toMatchObject([{ command: 'DeleteScheduleCommand', input: { Name: entry.id } }]);
  });

  it('that cannot be taken away now is tried again by the stream', async () => {
    const { tenant, entry } = await scheduledIn(3600);
    await followed();
    await ask('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    house.scheduler.on(DeleteScheduleCommand).rejects(refused('InternalServerException'));
    expect(await follow(house.changes())).toHaveLength(1);
  });

  it.each([
    ['claimed', 'claimed' as const],
    ['sending', 'sending' as const],
    ['published', PUBLISHED],
    ['refused', REJECTED],
  ])('is not made for an entry that is %s', async (_, step) => {
    const { tenant, content } = await scheduledIn(3600);
    await followed();
    house.timers();
    pass(HOUR);
    await publishTo(tenant, content.id, 'twitter', step);
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toEqual([]);
  });

  it('is a new one for an attempt that was put back', async () => {
    const { tenant, content, entry } = await scheduledIn(0);
    await followed();
    house.sent();
    const error = { ...ERROR, retryable: true };
    await publishTo(tenant, content.id, 'twitter', { outcome: 'retry', error, retryAfterSeconds: 90 });
    await followed();
    expect(house.sent()).toEqual([
      { queue: publishQueue('twitter'), message: wakeOf(entry), delaySeconds: 90 },
    ]);
  });

  it('is taken by no entry whose outcome is unknown: its look at the platform is a message', async () => {
    const { tenant, content, entry } = await scheduledIn(0, 'linkedin');
    await followed();
    house.sent();
    await publishTo(tenant, content.id, 'linkedin', 'unconfirmed');
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toEqual([
      { queue: publishQueue('linkedin'), message: wakeOf(entry), delaySeconds: 5 },
    ]);
  });

  it('stays as it is when only the text of the item changes', async () => {
    const { tenant, content } = await scheduledIn(3600);
    await followed();
    house.timers();
    const body = { title: 'Another title' };
    await ask('content.update', { token: tenant.token, params: { id: content.id }, body });
    await followed();
    expect(house.timers()).toEqual([]);
    expect(house.sent()).toEqual([]);
  });
});

describe('the look at a platform for a post of unknown outcome', () => {
  async function unanswered() {
    const { tenant, content, entry } = await scheduledIn(0);
    await followed();
    await publishTo(tenant, content.id, 'twitter', 'unconfirmed');
    await followed();
    house.sent();
    const move = (rule: Parameters<typeof moveTarget>[3]) => moveTarget(tenant, content.id, 'twitter', rule);
    return { tenant, content, entry, move };
  }

  it('is followed by the next ones, each by a message of its own, until nobody asks any more', async () => {
    const { entry, move } = await unanswered();
    const waits: number[] = [];
    for (let looks = 1; looks <= CHECK_SECONDS.length; looks++) {
      await move((content, now) => stillInDoubt(content, now, Date.now()));
      await followed();
      const sent = house.sent();
      expect(sent.every(({ message }) => message.schedule_id === entry.id)).toBe(true);
      waits.push(...sent.map(({ delaySeconds }) => delaySeconds));
    }
    // The third wait is 1500 s, longer than a message can: the function it wakes too early sends it on.
    expect(waits).toEqual([55, 240, 900]);
  });

  it('is not asked for again by a change that leaves its time', async () => {
    const { move } = await unanswered();
    await move((content, now) => ({ content, entries: [now] }));
    expect(await followed()).not.toEqual([]);
    expect(house.sent()).toEqual([]);
  });

  it.each(['published', 'failed'] as const)(
    'is not asked for once a person has said that the post is %s',
    async (outcome) => {
      const { tenant, content } = await unanswered();
      const params = { id: content.id, platform: 'twitter' };
      const answer = await ask('content.resolve', { token: tenant.token, params, body: { outcome } });
      expect(answer.status, answer.text).toBe(200);
      await followed();
      expect([...house.sent(), ...house.timers()]).toEqual([]);
    },
  );

  it('that finds the post missing leads to another attempt, by a message', async () => {
    const { entry, move } = await unanswered();
    await move((content, now) => denyLive(content, now, Date.now(), 6 * 3600));
    await followed();
    expect(house.sent()).toEqual([
      { queue: publishQueue('twitter'), message: wakeOf(entry), delaySeconds: 15 },
    ]);
  });
});

describe('an account', () => {
  const CREDENTIALS = { expires_in: 7200, refresh_token: 'refresh-1', client_id: 'client-1' };

  /** A connected account, its change followed, and what writes its next state. */
  async function connectedAccount() {
    const tenant = await newTenant();
    await newAccount(tenant, CREDENTIALS);
    await followed();
    const load = async () => (await loadAccount(tenant.workspace.id, 'twitter'))!;
    const move = async (rule: (account: Account) => Account) => {
      const account = await load();
      await commit([accountWrite(account, rule(account))]);
      return followed();
    };
    return { tenant, load, move };
  }

  const lost = (account: Account) => needsReconnect(account, 'refresh_lost', Date.now());

  const logLines = () =>
    house
      .logged()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Json);
  const told = () => logLines().filter(({ message }) => message === 'account.needs_reconnect');
  const counted = () => logLines().filter((line) => 'AccountsNeedReconnect' in line);

  it('that from now on needs a person is logged as such, and counted once', async () => {
    const { tenant, load, move } = await connectedAccount();
    await move(lost);
    expect(told()).toMatchObject([
      {
        level: 'ERROR',
        workspace_id: tenant.workspace.id,
        account_id: (await load()).id,
        platform: 'twitter',
        reason: 'refresh_lost',
      },
    ]);
    expect(counted()).toMatchObject([{ AccountsNeedReconnect: 1, platform: 'twitter' }]);
  });

  it('is logged without anything that opens it', async () => {
    const { load, move } = await connectedAccount();
    await move(lost);
    const { sealed } = await load();
    expect(sealed).toBeTruthy();
    expect(JSON.stringify(told())).not.toContain(sealed!);
  });

  it('that needs a person already is not told of again by its further changes', async () => {
    const { move } = await connectedAccount();
    await move(lost);
    await move((account) => needsReconnect(account, 'token_refused', Date.now()));
    expect([told(), counted()].map((lines) => lines.length)).toEqual([1, 1]);
  });

  it('is told of again when it was connected in between', async () => {
    const { tenant, move } = await connectedAccount();
    await move(lost);
    await newAccount(tenant, CREDENTIALS);
    await followed();
    await move(lost);
    expect([told(), counted()].map((lines) => lines.length)).toEqual([2, 2]);
  });

  it('is told of by the change that did it only, when a batch with later changes is read again', async () => {
    const { move } = await connectedAccount();
    const turned = await move(lost);
    const later = await move((account) => needsReconnect(account, 'token_refused', Date.now()));
    const before = told().length;
    expect(await follow([...turned, ...later])).toEqual([]);
    expect(told().length - before).toBe(1);
  });

  it.each([
    ['is connected', (account: Account) => account],
    ['is being refreshed', (account: Account) => startRefresh(account, newId('refresh'), Date.now())],
    ['has a refresh postponed', (account: Account) => postponeRefresh(account, Date.now())],
  ])('that %s needs nobody', async (_, rule) => {
    const { move } = await connectedAccount();
    await move(rule);
    expect([...told(), ...counted()]).toEqual([]);
  });

  it.each([
    ['connected', (account: Account) => account],
    ['in need of a person', lost],
  ])('that was %s and is removed is nothing to be told of', async (_, rule) => {
    const { move } = await connectedAccount();
    await move(rule);
    const before = [told().length, counted().length];
    const [item] = house.table.items().filter(({ entity }) => entity === 'Account');
    expect(await follow([streamRecord(item, undefined)])).toEqual([]);
    expect([told().length, counted().length]).toEqual(before);
  });

  it('stored before tokens were encrypted and then connected or removed is nothing to be told of', async () => {
    await connectedAccount();
    const [item] = house.table.items().filter(({ entity }) => entity === 'Account');
    const { pk, sk, entity, schema, workspace_id, platform, external_id, created_at } = item!;
    const plain = { pk, sk, entity, schema, workspace_id, platform, external_id, created_at };
    const old = { ...plain, access_token: 'plain-token' };
    expect(await follow([streamRecord(old, item), streamRecord(old, undefined)])).toEqual([]);
    expect([...told(), ...counted()]).toEqual([]);
    expect(house.logged()).not.toContain('plain-token');
  });

  it('has no timer and no message: who refreshes tokens finds it by its time', async () => {
    const { move } = await connectedAccount();
    house.sent();
    await move(lost);
    expect([...house.sent(), ...house.timers()]).toEqual([]);
  });
});

/** The kinds of the events there are, sorted. */
function eventTypes(): string[] {
  return stored(house, 'Event')
    .map(({ type }) => String(type))
    .sort();
}

describe('the events of an item', () => {
  it.each([
    ['a draft', {}, ['content.created']],
    [
      'an item with a time',
      { scheduled_at: '2026-08-04T08:00:00Z' },
      ['content.created', 'content.scheduled'],
    ],
  ])('created as %s are exactly its own', async (_, fields, types) => {
    const tenant = await newTenant();
    await newContent(tenant, fields);
    await followed();
    expect(eventTypes()).toEqual(types);
  });

  it('carry the item as the API shows it, and the time of the change', async () => {
    const tenant = await newTenant();
    const content = await newContent(tenant, { description: 'Ünïcode — 語' });
    await followed();
    const [event] = stored(house, 'Event');
    expect(event).toMatchObject({
      type: 'content.created',
      workspace_id: tenant.workspace.id,
      timestamp: content.created_at,
    });
    expect(JSON.parse(String(event!.data))).toEqual(content);
  });

  it('tell that it is published once all of its platforms have it', async () => {
    const tenant = await newTenant();
    const content = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await followed();
    await publishTo(tenant, content.id, 'twitter', PUBLISHED);
    await followed();
    expect(eventTypes()).not.toContain('content.published');
    await publishTo(tenant, content.id, 'linkedin', publishedAs('urn:li:share:1'));
    await followed();
    expect(eventTypes().filter((type) => type === 'content.published')).toHaveLength(1);
  });

  /** An item due now on X and LinkedIn, its own events followed. */
  async function dueOnTwo() {
    const tenant = await newTenant();
    const content = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await followed();
    return { tenant, content };
  }

  const failedTargets = () =>
    stored(house, 'Event')
      .filter(({ type }) => type === 'content.failed')
      .map(({ data }) => JSON.parse(String(data)).failed_target as Json);

  it('tell of each platform where it was refused', async () => {
    const { tenant, content } = await dueOnTwo();
    for (const platform of ['twitter', 'linkedin'] as const) {
      await publishTo(tenant, content.id, platform, { outcome: 'rejected', error: ERROR });
      await followed();
    }
    expect(
      failedTargets()
        .map(({ platform }) => platform)
        .sort(),
    ).toEqual(['linkedin', 'twitter']);
    expect(failedTargets()[0]).toMatchObject({ status: 'failed', error: { code: 'said_no' } });
  });

  it('tell of an unknown outcome once the platform is not asked any more, and not before', async () => {
    const { tenant, content } = await dueOnTwo();
    await publishTo(tenant, content.id, 'twitter', 'unconfirmed');
    await followed();
    expect(failedTargets()).toEqual([]);
    await stopAsking(tenant, content.id, 'twitter');
    await followed();
    expect(failedTargets()).toMatchObject([
      { platform: 'twitter', status: 'unconfirmed', next_check_at: null, error: { code: 'no_answer' } },
    ]);
  });

  it.each(['title', 'description'])('tell nothing of a new %s', async (field) => {
    const tenant = await newTenant();
    const content = await newContent(tenant);
    await followed();
    const before = consequences();
    const body = { [field]: 'Something else' };
    await ask('content.update', { token: tenant.token, params: { id: content.id }, body });
    await followed();
    expect(consequences()).toEqual(before);
  });

  it('tell nothing of an item that was deleted', async () => {
    const tenant = await newTenant();
    await newContent(tenant);
    const [content] = house.table.items().filter((item) => item.entity === 'Content');
    expect(await follow([streamRecord(content, undefined)])).toEqual([]);
    expect(consequences()).toEqual([]);
  });
});

describe('the deliveries of an event', () => {
  const deliveries = () => stored<Delivery>(house, 'Delivery');

  async function endpointOf(tenant: Tenant, id: string): Promise<WebhookEndpoint> {
    return (await loadEndpoint(tenant.workspace.id, id))!;
  }

  it('are one for each endpoint that wants it, due at once', async () => {
    const tenant = await newTenant();
    const every = await newWebhook(tenant, { url: `${NOBODY}/1`, events: ['*'] });
    const one = await newWebhook(tenant, { url: `${NOBODY}/2`, events: ['content.created'] });
    await newWebhook(tenant, { url: `${NOBODY}/3`, events: ['content.failed'] });
    await newContent(tenant);
    await followed();
    const [event] = stored(house, 'Event');
    const wanted = [every.webhook_id, one.webhook_id].sort();
    expect(
      deliveries()
        .map(({ endpoint_id }) => endpoint_id)
        .sort(),
    ).toEqual(wanted);
    for (const delivery of deliveries()) {
      expect(delivery).toMatchObject({
        event_id: event!.id,
        event_type: 'content.created',
        status: 'pending',
        attempts: [],
        next_attempt_at: event!.timestamp,
      });
    }
  });

  it.each(['paused', 'disabled'] as const)('leave out an endpoint that is %s', async (status) => {
    const tenant = await newTenant();
    const { webhook_id } = await newWebhook(tenant, { events: ['*'] });
    const endpoint = await endpointOf(tenant, webhook_id);
    await commit([endpointWrite(endpoint, { ...endpoint, status })]);
    await newContent(tenant);
    await followed();
    expect(eventTypes()).toEqual(['content.created']);
    expect(deliveries()).toEqual([]);
  });

  it("leave out another workspace's endpoints", async () => {
    await newWebhook(await newTenant(), { events: ['*'] });
    const tenant = await newTenant();
    await newContent(tenant);
    await followed();
    expect(deliveries()).toEqual([]);
  });

  it('reach all twenty endpoints a workspace may have', async () => {
    const tenant = await newTenant();
    for (let n = 1; n <= 20; n++) await newWebhook(tenant, { url: `${NOBODY}/${n}` });
    await newContent(tenant);
    await followed();
    expect(deliveries()).toHaveLength(20);
  });

  it('and the event have the same ids whenever the change is read', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['*'] });
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const before = house.table.items();
    const records = await followed();
    const made = consequences();
    await restore(before);
    pass(HOUR);
    expect(await follow(records)).toEqual([]);
    expect(consequences()).toEqual(made);
    expect(made).toHaveLength(4);
  });

  it('are not made again by the same batch, nor by two readers at once', async () => {
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['*'] });
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const records = house.changes();
    await Promise.all([follow(records), follow(records)]);
    const made = house.table.items();
    expect(await follow(records)).toEqual([]);
    expect(house.table.items()).toEqual(made);
    expect(deliveries()).toHaveLength(2);
  });

  it('are whole after the reader died at any step and another one read the same batch', async () => {
    const tenant = await newTenant();
    for (const n of [1, 2]) await newWebhook(tenant, { url: `${NOBODY}/${n}`, events: ['*'] });
    await newContent(tenant, { scheduled_at: inSeconds(3600) });
    const before = house.table.items();
    const records = await followed();
    const whole = consequences();
    expect(whole).toHaveLength(6);
    for (let step = 1, died = true; died; step++) {
      await restore(before);
      const kill = killAt(house.table, step);
      const failures = await follow(records);
      house.table.fault = null;
      died = kill.reached();
      expect(failures.length > 0).toBe(died);
      expect(await follow(records)).toEqual([]);
      expect(consequences()).toEqual(whole);
      expect(step).toBeLessThan(20);
    }
  });
});

describe('a delivery', () => {
  /** A delivery that has just been made, its change followed. */
  async function newDelivery() {
    const tenant = await newTenant();
    await newWebhook(tenant, { events: ['content.created'] });
    await newContent(tenant);
    await followAll(house);
    return stored<Delivery>(house, 'Delivery')[0]!;
  }

  async function change(before: Delivery, after: Delivery): Promise<Delivery> {
    await commit([deliveryWrite(before, after)]);
    await followed();
    return (await loadDelivery(before.workspace_id, before.endpoint_id, before.id))!;
  }

  const attempt = (status: number) => {
    const ok = status < 300;
    return { ok, status, durationMs: 1, responseBody: '', errorClass: null, retryAfterSeconds: null };
  };

  it('that is new is queued without delay', async () => {
    const { workspace_id, endpoint_id, id } = await newDelivery();
    expect(house.sent()).toEqual([
      {
        queue: DELIVERY_QUEUE,
        message: { workspace_id, endpoint_id, delivery_id: id, attempt: 1 },
        delaySeconds: 0,
      },
    ]);
  });

  it('that a worker has begun is not queued', async () => {
    const delivery = await newDelivery();
    house.sent();
    await change(delivery, { ...delivery, attempt_started: 1, lease_expires_at: inSeconds(60) });
    expect(house.sent()).toEqual([]);
  });

  it('that changed without an attempt is not queued a second time', async () => {
    const delivery = await newDelivery();
    house.sent();
    await change(delivery, { ...delivery });
    expect(house.sent()).toEqual([]);
  });

  it('that failed is queued for its next attempt', async () => {
    const delivery = await newDelivery();
    house.sent();
    await change(delivery, recordAttempt(delivery, attempt(500), Date.now(), Date.now(), 0.5));
    expect(house.sent()).toMatchObject([{ message: { delivery_id: delivery.id }, delaySeconds: 5 }]);
  });

  it('whose next attempt is further away than a message can wait is queued for 900 s', async () => {
    let delivery = await newDelivery();
    const delays: number[] = [];
    for (let n = 1; n <= 4; n++) {
      house.sent();
      delivery = await change(delivery, recordAttempt(delivery, attempt(500), Date.now(), Date.now(), 0.5));
      delays.push(...house.sent().map(({ delaySeconds }) => delaySeconds));
    }
    expect(delays).toEqual([5, 300, 900, 900]);
  });

  it.each([
    ['delivered', 204],
    ['given up', 410],
  ])('that is %s is not queued', async (_, status) => {
    const delivery = await newDelivery();
    house.sent();
    await change(delivery, recordAttempt(delivery, attempt(status), Date.now(), Date.now(), 0.5));
    expect(house.sent()).toEqual([]);
  });

  it('that is removed when its time is over is nothing to be done about', async () => {
    await newDelivery();
    house.sent();
    const [item] = house.table.items().filter(({ entity }) => entity === 'Delivery');
    expect(await follow([streamRecord(item, undefined)])).toEqual([]);
    expect(house.sent()).toEqual([]);
  });
});

describe('an observation', () => {
  const DELTAS = { ...NO_METRICS, impressions: 100, likes: 7, comments: 0 };

  async function observed(): Promise<Observation> {
    const { workspace } = await newTenant();
    house.changes();
    const observation: Observation = {
      id: newId('observation'),
      workspace_id: workspace.id,
      content_id: newId('content'),
      platform: 'twitter',
      at: inSeconds(0),
      posts: 1,
      deltas: DELTAS,
      is_applied: false,
      version: 0,
    };
    await commit([observationWrite(null, observation)]);
    return observation;
  }

  const buckets = () => keptBuckets(house.table.items());

  it('is added to the hour and the day, of its item and of all, and zero is added as zero', async () => {
    const { content_id } = await observed();
    await followed();
    const places = buckets().map(({ scope, time }) => `${scope} ${time}`);
    expect(places.sort()).toEqual(
      ['all', content_id].flatMap((scope) => [`${scope} 2026-08-03`, `${scope} 2026-08-03T10`]).sort(),
    );
    for (const bucket of buckets()) {
      expect(bucket).toMatchObject({
        'twitter|impressions': 100,
        'twitter|likes': 7,
        'twitter|comments': 0,
        'twitter|posts': 1,
      });
      expect(bucket).not.toHaveProperty('twitter|saves');
    }
  });

  it('is added exactly once, however often and by however many readers its change is read', async () => {
    await observed();
    const records = house.changes();
    await Promise.all([follow(records), follow(records), follow(records)]);
    await follow(records);
    await followAll(house);
    expect(buckets()).toHaveLength(4);
    for (const bucket of buckets()) expect(bucket['twitter|impressions']).toBe(100);
    expect(stored<Observation>(house, 'Observation')).toMatchObject([{ is_applied: true }]);
  });

  it('is added to what the buckets held', async () => {
    const first = await observed();
    const down = { ...first, id: newId('observation'), posts: 0 as const, deltas: { ...DELTAS, likes: -3 } };
    await commit([observationWrite(null, down)]);
    await followed();
    for (const bucket of buckets()) {
      expect(bucket).toMatchObject({ 'twitter|impressions': 200, 'twitter|likes': 4, 'twitter|posts': 1 });
    }
  });
});

describe('a published post', () => {
  /** An item that went out on X and LinkedIn. */
  async function publishedTwice(description = 'The #Launch of our espresso machine') {
    const tenant = await newTenant();
    const content = await newContent(tenant, { description, scheduled_at: inSeconds(0) });
    await followed();
    const records = [];
    for (const platform of ['twitter', 'linkedin'] as const) {
      await publishTo(tenant, content.id, platform, publishedAs(`id-${platform}`));
      records.push(...(await followed()));
    }
    return { tenant, content, records };
  }

  const items = (entity: string) => house.table.items().filter((item) => item.entity === entity);
  /** How often each term was counted, by series. */
  const counted = () =>
    Object.fromEntries(
      items('TermBlock').map((item) => [
        String(item.pk).split('#').at(-1),
        Object.fromEntries(
          Object.entries(item).flatMap(([name, posts]) => (name[1] === '|' ? [[name.slice(2), posts]] : [])),
        ),
      ]),
    );

  it('is measured from now on, once on each platform', async () => {
    const { content } = await publishedTwice();
    const measurements = stored(house, 'Measurement');
    expect(measurements).toHaveLength(2);
    for (const platform of ['twitter', 'linkedin']) {
      expect(measurements).toContainEqual(
        expect.objectContaining({
          content_id: content.id,
          platform,
          platform_post_id: `id-${platform}`,
          hashtags: ['#launch'],
          latest: NO_METRICS,
          measured_at: null,
          due_at: inSeconds(0),
        }),
      );
    }
  });

  it('has its terms counted once on each platform, and once for all of them together', async () => {
    await publishedTwice();
    const once = { '#launch': 1, espresso: 1, machine: 1, 'espresso machine': 1 };
    expect(counted()).toEqual({ twitter: once, linkedin: once, all: once });
  });

  it('is neither measured nor counted twice when its changes are read again', async () => {
    const { records } = await publishedTwice();
    const made = consequences();
    expect(await follow(records)).toEqual([]);
    await Promise.all([follow(records), follow(records)]);
    expect(consequences()).toEqual(made);
  });

  it('without any terms is measured all the same', async () => {
    await publishedTwice('…');
    expect(stored(house, 'Measurement')).toHaveLength(2);
    expect(counted()).toEqual({});
  });

  it('is what only a post that went out becomes', async () => {
    const tenant = await newTenant();
    const content = await newContent(tenant, { scheduled_at: inSeconds(0) });
    await publishTo(tenant, content.id, 'twitter', REJECTED);
    await followed();
    expect(stored(house, 'Measurement')).toEqual([]);
    expect(counted()).toEqual({});
  });
});

describe('a batch of changes', () => {
  const sequenceOf = (record: ReturnType<typeof streamRecord>) => record.dynamodb!.SequenceNumber!;

  it.each([
    ['written in a form newer than this code', { schema: 99 }],
    ['whose time is no time', { state: 'pending', due_at: 'soon' }],
  ])('with one item %s reports that one, and follows the others', async (_, strange) => {
    const { entry } = await scheduledIn(3600);
    const records = house.changes();
    const [good] = house.table.items().filter(({ entity }) => entity === 'Entry');
    const poison = streamRecord(undefined, { ...good!, ...strange, sk: 'poison' });
    expect(await follow([poison, ...records])).toEqual([sequenceOf(poison)]);
    expect(house.timers()).toMatchObject([{ input: { Name: entry.id } }]);
    expect(eventTypes()).toEqual(['content.created', 'content.scheduled']);
    expect(house.logged()).toContain(sequenceOf(poison));
  });

  it('keeps the order of the changes of one item', async () => {
    const { tenant, entry } = await scheduledIn(3600);
    const made = house.changes();
    await ask('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    const cancelled = house.changes();
    house.scheduler.on(CreateScheduleCommand).callsFake(() => new Promise((done) => setTimeout(done, 20)));
    expect(await follow([...made, ...cancelled])).toEqual([]);
    expect(house.timers().map(({ command }) => command)).toEqual([
      'CreateScheduleCommand',
      'DeleteScheduleCommand',
    ]);
  });

  it('does not follow a change whose predecessor failed, and reports the predecessor', async () => {
    const { tenant, entry } = await scheduledIn(3600);
    const made = house.changes();
    await ask('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    const cancelled = house.changes();
    house.scheduler.on(CreateScheduleCommand).rejects(refused('InternalServerException'));
    const isEntry = (record: (typeof made)[number]) => record.dynamodb?.NewImage?.entity?.S === 'Entry';
    expect(await follow([...made, ...cancelled])).toEqual([sequenceOf(made.find(isEntry)!)]);
    expect(house.timers().map(({ command }) => command)).toEqual(['CreateScheduleCommand']);
  });

  it('reports the entry whose message the queue did not take, and nothing else', async () => {
    await scheduledIn(5);
    const records = house.changes();
    house.sqs.on(SendMessageCommand).rejects(refused('ServiceUnavailable'));
    expect(await follow(records)).toHaveLength(1);
    expect(eventTypes()).toEqual(['content.created', 'content.scheduled']);
  });

  it('of items nothing follows from does nothing', async () => {
    const tenant = await newTenant();
    await ask('content.list', { token: tenant.token });
    const isQuiet = ({ dynamodb }: DynamoDBRecord) =>
      ['Token', 'Email', 'Rate'].includes(String(dynamodb?.NewImage?.entity?.S));
    const records = house.changes().filter(isQuiet);
    expect(records.length).toBeGreaterThanOrEqual(3);
    const before = house.table.items();
    expect(await follow(records)).toEqual([]);
    expect(house.table.items()).toEqual(before);
    expect([...house.sent(), ...house.timers()]).toEqual([]);
  });

  it('that is empty fails nothing', async () => {
    expect(await follow([])).toEqual([]);
  });
});
