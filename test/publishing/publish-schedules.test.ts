import { CreateScheduleCommand, DeleteScheduleCommand, UpdateScheduleCommand } from '@aws-sdk/client-scheduler';
import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { EntryError, ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { RECONCILE_DELAYS_SECONDS } from '../../lib/core/retry/back-off.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { markNotPublished, scheduleNextCheck } from '../../lib/publishing/rules/unconfirmed-transitions.ts';
import { advanceTime, callApi, inSeconds, succeed } from '../functions/api-harness.ts';
import { PUBLISHED, publishTo, REJECTED } from '../functions/publish-step.ts';
import { newContent } from '../functions/resources.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { applyEntryRule } from '../functions/unconfirmed-fixtures.ts';
import {
  processChanges,
  processStreamRecords,
  publishMessage,
  sdkError,
  setupWorkers,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

const HOUR = 3_600_000;

const ERROR: EntryError = { code: 'said_no', message: 'No.', category: 'platform', retryable: false };

const scheduledIn = (seconds: number, platform?: Platform) => newScheduledContent(harness, seconds, platform);

function dueMessageOf(entry: ScheduleEntry) {
  return { workspace_id: entry.workspace_id, schedule_id: entry.id };
}

async function move(tenant: Tenant, id: string, scheduledAt: string): Promise<void> {
  const body = { scheduled_at: scheduledAt };
  await succeed('content.update', { token: tenant.token, params: { id }, body });
}

const followed = () => processChanges(harness);

describe('the schedule of an entry', () => {
  it('is one schedule named by the entry, a minute early in UTC, deleting itself, with few retries', async () => {
    const { entry } = await scheduledIn(3600);
    await followed();
    expect(harness.timers()).toEqual([
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
            Arn: 'arn:on-publish-scheduled',
            RoleArn: 'arn:role',
            Input: JSON.stringify({ ...dueMessageOf(entry), platform: 'twitter', due_at: entry.due_at }),
            RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 600 },
          },
        },
      },
    ]);
    expect(harness.sent()).toEqual([]);
  });

  it('has a name that the scheduler accepts', async () => {
    const { entry } = await scheduledIn(3600);
    expect(entry.id).toMatch(/^[0-9a-zA-Z_.-]{1,64}$/);
  });

  it.each([
    ['2026-08-03T14:00:00.750+02:00', 'at(2026-08-03T11:59:00)'],
    ['2026-08-05T00:00:30Z', 'at(2026-08-04T23:59:30)'],
  ])('for %s is %s', async (scheduledAt, expression) => {
    const tenant = await newTenant();
    harness.changes();
    await newContent(tenant, { scheduled_at: scheduledAt, platforms: ['twitter'] });
    await followed();
    expect(harness.timers()).toMatchObject([{ input: { ScheduleExpression: expression } }]);
  });

  it('names the platform of its post, one schedule for each', async () => {
    const tenant = await newTenant();
    harness.changes();
    await newContent(tenant, {
      platforms: ['instagram', 'twitter', 'linkedin'],
      // Instagram accepts no post without an image.
      media: [{ url: 'https://media.example/a.jpg', type: 'image' }],
      scheduled_at: inSeconds(3600),
    });
    await followed();
    const inputs = harness.timers().map(({ input }) => JSON.parse((input.Target as { Input: string }).Input));
    expect(inputs.map(({ platform }) => platform).sort()).toEqual(['instagram', 'linkedin', 'twitter']);
  });

  it('is created within 48 hours of its post; the planner creates it for later posts', async () => {
    await scheduledIn(48 * 3600);
    await followed();
    expect(harness.timers()).toHaveLength(1);
    await scheduledIn(48 * 3600 + 1);
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it('is a schedule from two minutes ahead on, and closer than that a message', async () => {
    await scheduledIn(120);
    await followed();
    expect(harness.timers()).toMatchObject([{ input: { ScheduleExpression: 'at(2026-08-03T10:01:30)' } }]);
    expect(harness.sent()).toEqual([]);
    await scheduledIn(119.999);
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toMatchObject([{ delaySeconds: 120 }]);
  });

  it.each([
    [0, 0],
    [0.2, 1],
    [5, 5],
    [90.001, 91],
  ])('%d s ahead is a message delayed by %d s', async (seconds, delaySeconds) => {
    const { entry } = await scheduledIn(seconds, 'linkedin');
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toEqual([publishMessage('linkedin', dueMessageOf(entry), delaySeconds)]);
  });

  it('is a message without delay when the change is processed long after the time', async () => {
    await scheduledIn(3600);
    advanceTime(2 * HOUR);
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toMatchObject([{ delaySeconds: 0 }]);
  });

  it('exists once when its change is processed twice', async () => {
    const { entry } = await scheduledIn(3600);
    const records = await followed();
    harness.scheduler.on(CreateScheduleCommand).rejects(sdkError('ConflictException'));
    harness.timers();
    expect(await processStreamRecords(records)).toEqual([]);
    const calls = harness.timers();
    expect(calls.map(({ command }) => command)).toEqual(['CreateScheduleCommand', 'UpdateScheduleCommand']);
    expect(calls[1]!.input).toEqual(calls[0]!.input);
    expect(calls[1]!.input.Name).toBe(entry.id);
  });

  it('is moved with the entry: the existing schedule gets the new time', async () => {
    const { tenant, content, entry } = await scheduledIn(3600);
    await followed();
    harness.timers();
    await move(tenant, content.id, '2026-08-04T08:00:00Z');
    harness.scheduler.on(CreateScheduleCommand).rejects(sdkError('ConflictException'));
    await followed();
    expect(harness.timers().at(-1)).toMatchObject({
      command: 'UpdateScheduleCommand',
      input: { Name: entry.id, ScheduleExpression: 'at(2026-08-04T07:59:00)' },
    });
    expect(harness.sent()).toEqual([]);
  });

  it('is replaced by a message when the entry is moved close', async () => {
    const { tenant, content, entry } = await scheduledIn(3600);
    await followed();
    harness.timers();
    await move(tenant, content.id, inSeconds(30));
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toMatchObject([{ message: dueMessageOf(entry), delaySeconds: 30 }]);
  });

  describe.each([
    'ServiceQuotaExceededException',
    'ValidationException',
    'ThrottlingException',
    'InternalServerException',
    'TimeoutError',
    'ECONNREFUSED',
  ])('that the scheduler rejects with %s', (name) => {
    it.each([
      ['new', CreateScheduleCommand],
      ['moved', UpdateScheduleCommand],
    ])(
      '(%s) does not fail the change, is logged and counted, and leaves the post to the sweep',
      async (kind, command) => {
        const { tenant, content, entry } = await scheduledIn(3600);
        if (kind === 'moved') {
          await followed();
          await move(tenant, content.id, inSeconds(7200));
          harness.scheduler.on(CreateScheduleCommand).rejects(sdkError('ConflictException'));
        }
        harness.scheduler.on(command).rejects(sdkError(name));
        expect(await processStreamRecords(harness.changes())).toEqual([]);
        expect(harness.logged()).toContain('schedule rejected, left to the sweep');
        expect(harness.logged()).toContain('"SchedulesRejected":1');
        harness.sent();
        advanceTime((kind === 'moved' ? 2 : 1) * HOUR - 60_000);
        await onSweepDue();
        expect(harness.sent()).toEqual([publishMessage('twitter', dueMessageOf(entry), 63)]);
      },
    );
  });

  it('is deleted when its entry is cancelled, and a missing one is no failure', async () => {
    const { tenant, entry } = await scheduledIn(3600);
    await followed();
    harness.timers();
    await callApi('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    harness.scheduler.on(DeleteScheduleCommand).rejects(sdkError('ResourceNotFoundException'));
    await followed();
    expect(harness.timers()).toEqual([
      { command: 'DeleteScheduleCommand', input: { Name: entry.id, GroupName: 'timers' } },
    ]);
  });

  it('is deleted when its item is deleted', async () => {
    const { tenant, content, entry } = await scheduledIn(3600);
    await followed();
    harness.timers();
    await callApi('content.delete', { token: tenant.token, params: { id: content.id } });
    await followed();
    expect(harness.timers()).toMatchObject([{ command: 'DeleteScheduleCommand', input: { Name: entry.id } }]);
  });

  it('that cannot be deleted does not fail the change: it will find a cancelled entry', async () => {
    const { tenant, entry } = await scheduledIn(3600);
    await followed();
    await callApi('schedule.cancel', { token: tenant.token, params: { id: entry.id } });
    harness.scheduler.on(DeleteScheduleCommand).rejects(sdkError('InternalServerException'));
    expect(await processStreamRecords(harness.changes())).toEqual([]);
    expect(harness.logged()).toContain('schedule rejected, left to the sweep');
  });

  it('is not created for an entry that is moved far away while the change is processed', async () => {
    const { tenant, content } = await scheduledIn(3600);
    await move(tenant, content.id, inSeconds(30 * 86_400));
    await followed();
    expect(harness.timers()).toEqual([]);
  });

  it.each([
    ['claimed', 'claimed' as const],
    ['sending', 'sending' as const],
    ['published', PUBLISHED],
    ['rejected', REJECTED],
  ])('is not created for an entry that is %s', async (_, step) => {
    const { tenant, content } = await scheduledIn(3600);
    await followed();
    harness.timers();
    advanceTime(HOUR);
    await publishTo(tenant, content.id, 'twitter', step);
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it('is a new one for an attempt that was requeued', async () => {
    const { tenant, content, entry } = await scheduledIn(0);
    await followed();
    harness.sent();
    const error = { ...ERROR, retryable: true };
    await publishTo(tenant, content.id, 'twitter', { outcome: 'retry', error, retryAfterSeconds: 90 });
    await followed();
    expect(harness.sent()).toEqual([publishMessage('twitter', dueMessageOf(entry), 90)]);
  });

  it('is not used for an entry whose outcome is unknown: its check is a message', async () => {
    const { tenant, content, entry } = await scheduledIn(0, 'linkedin');
    await followed();
    harness.sent();
    await publishTo(tenant, content.id, 'linkedin', 'unconfirmed');
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toEqual([publishMessage('linkedin', dueMessageOf(entry), 5)]);
  });

  it('is unchanged when only the text of the item changes', async () => {
    const { tenant, content } = await scheduledIn(3600);
    await followed();
    harness.timers();
    const body = { title: 'Another title' };
    await callApi('content.update', { token: tenant.token, params: { id: content.id }, body });
    await followed();
    expect(harness.timers()).toEqual([]);
    expect(harness.sent()).toEqual([]);
  });
});

describe('the check of a post of unknown outcome', () => {
  async function unansweredRequest() {
    const { tenant, content, entry } = await scheduledIn(0);
    await followed();
    await publishTo(tenant, content.id, 'twitter', 'unconfirmed');
    await followed();
    harness.sent();
    const move = (rule: Parameters<typeof applyEntryRule>[3]) => applyEntryRule(tenant, content.id, 'twitter', rule);
    return { tenant, content, entry, move };
  }

  it('is followed by the next ones, each by a message of its own, and the last one by the sweep', async () => {
    const { entry, move } = await unansweredRequest();
    const waits: number[] = [];
    for (let looks = 1; looks <= RECONCILE_DELAYS_SECONDS.length; looks++) {
      await move((content, now) => scheduleNextCheck(content, now, Date.now(), 21_600));
      await followed();
      const sent = harness.sent();
      expect(sent.every(({ message }) => message.schedule_id === entry.id)).toBe(true);
      waits.push(...sent.map(({ delaySeconds }) => delaySeconds));
    }
    // The third delay is 1500 s, longer than a message allows.
    expect(waits).toEqual([55, 240]);
  });

  it('is not sent again by a change that leaves its time', async () => {
    const { move } = await unansweredRequest();
    await move((content, now) => ({ content, entries: [now] }));
    expect(await followed()).not.toEqual([]);
    expect(harness.sent()).toEqual([]);
  });

  it.each(['published', 'failed'] as const)(
    'is not sent once a person has resolved the post as %s',
    async (outcome) => {
      const { tenant, content } = await unansweredRequest();
      const params = { id: content.id, platform: 'twitter' };
      await succeed('content.resolve', { token: tenant.token, params, body: { outcome } });
      await followed();
      expect([...harness.sent(), ...harness.timers()]).toEqual([]);
    },
  );

  it('that finds the post missing leads to another attempt, by a message', async () => {
    const { entry, move } = await unansweredRequest();
    await move((content, now) => markNotPublished(content, now, Date.now(), 6 * 3600));
    await followed();
    expect(harness.sent()).toEqual([publishMessage('twitter', dueMessageOf(entry), 15)]);
  });
});
