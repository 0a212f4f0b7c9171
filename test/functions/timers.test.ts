import {
  CreateScheduleCommand,
  DeleteScheduleCommand,
  UpdateScheduleCommand,
} from '@aws-sdk/client-scheduler';
import { describe, expect, it } from 'vitest';
import type { Entry, EntryError } from '../../lib/domain/entry.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { CHECK_SECONDS, denyLive, stillInDoubt } from '../../lib/domain/reconciliation.ts';
import { follow, followChanges, openBackDoor, publishQueue, refused } from './back-door.ts';
import { ask, inSeconds, type Json, pass } from './front-door.ts';
import { moveTarget } from './in-doubt.ts';
import { newContent, PUBLISHED, publishTo, REJECTED } from './resources.ts';
import { newScheduled } from './scheduled.ts';
import { newTenant, type Tenant } from './tenants.ts';

const house = openBackDoor();

const HOUR = 3_600_000;

const ERROR: EntryError = { code: 'said_no', message: 'No.', category: 'platform', retryable: false };

const scheduledIn = (seconds: number, platform?: Platform) => newScheduled(house, seconds, platform);

function wakeOf(entry: Entry) {
  return { workspace_id: entry.workspace_id, schedule_id: entry.id };
}

async function move(tenant: Tenant, id: string, scheduledAt: string): Promise<void> {
  const body = { scheduled_at: scheduledAt };
  const answer = await ask('content.update', { token: tenant.token, params: { id }, body });
  expect(answer.status, answer.text).toBe(200);
}

const followed = () => followChanges(house);

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
