import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { handler } from '../../functions/on-publish-scheduled.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { advanceTime, inSeconds, type Json } from '../functions/api-harness.ts';
import { newScheduledContent } from '../functions/scheduled.ts';
import { newId } from '../functions/tenants.ts';
import { processChanges, publishMessage, sdkError, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

const input = (fields: Json = {}) => ({
  workspace_id: newId('workspace'),
  schedule_id: newId('entry'),
  platform: 'twitter' as const,
  due_at: inSeconds(60),
  ...fields,
});

describe('a scheduled post', () => {
  it.each(PLATFORMS)('on %s is queued for its platform for its exact time', async (platform) => {
    const { workspace_id, schedule_id, ...rest } = input({ platform, due_at: inSeconds(52.3) });
    await handler({ workspace_id, schedule_id, ...rest });
    expect(harness.sent()).toEqual([publishMessage(platform, { workspace_id, schedule_id }, 53)]);
  });

  it('is queued without delay when its schedule fires late', async () => {
    await handler(input({ due_at: inSeconds(-90) }));
    expect(harness.sent()).toMatchObject([{ delaySeconds: 0 }]);
  });

  it('is queued by the input of its schedule', async () => {
    const { entry } = await newScheduledContent(harness, 3600, 'linkedin');
    await processChanges(harness);
    const [schedule] = harness.timers();
    advanceTime(3_540_000);
    await handler(JSON.parse((schedule!.input.Target as { Input: string }).Input));
    const message = { workspace_id: entry.workspace_id, schedule_id: entry.id };
    expect(harness.sent()).toEqual([publishMessage('linkedin', message, 60)]);
  });

  it('needs no table', async () => {
    harness.table.fault = () => sdkError('InternalServerError');
    await handler(input());
    expect(harness.sent()).toHaveLength(1);
  });

  it('is retried by Lambda when the queue rejects it', async () => {
    harness.sqs.on(SendMessageCommand).rejects(sdkError('ServiceUnavailable'));
    await expect(handler(input())).rejects.toThrow('ServiceUnavailable');
  });
});

describe('an event', () => {
  it.each([
    ['empty', null],
    ['of another function', {}],
    ['without a time', input({ due_at: undefined })],
    ['with another platform', input({ platform: 'myspace' })],
    ['with a foreign id', input({ schedule_id: 'evt_1' })],
  ])('that is %s fails', async (_, event) => {
    await expect(handler(event as never)).rejects.toThrow('not the input of the schedule');
    expect(harness.sent()).toEqual([]);
  });

  it('for a time beyond the delay of a message fails', async () => {
    await expect(handler(input({ due_at: inSeconds(901) }))).rejects.toThrow(RangeError);
    expect(harness.sent()).toEqual([]);
  });
});
