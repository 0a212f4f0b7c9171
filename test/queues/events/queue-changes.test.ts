import { describe, expect, it } from 'vitest';
import { pauseQueue, resumeQueue } from '../../../lib/queues/rules/claim-slot.ts';
import { newQueue, type Queue } from '../../../lib/queues/rules/queue.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-01-01T00:00:00.000Z';
const LATER = '2027-01-02T00:00:00.000Z';
const SETTINGS = {
  name: 'default',
  accounts: [],
  slots: [{ weekday: 'friday' as const, time: '09:00' }],
  time_zone: 'UTC',
};
const made = newQueue(SETTINGS, { id: 'que_1', workspaceId: 'ws_1' }, Date.parse(AT));
const paused = { ...pauseQueue(made, Date.parse(LATER)), version: 1 };
const resumed = { ...resumeQueue(paused, Date.parse(LATER)), version: 2 };

/** Return the events of a change of a queue. */
function eventsOf(before: Queue | null, after: Queue | null) {
  return deriveEvents('Queue', { before, after, changedAt: AT });
}

describe('queue.paused', () => {
  it('is derived from the change that pauses a queue, once for each pause', () => {
    expect(eventsOf(made, paused)).toMatchObject([
      { type: 'queue.paused', dedupKey: 'que_1/paused/1', timestamp: LATER, data: { queue_id: 'que_1', paused: true } },
    ]);
    expect(eventsOf(paused, { ...paused, posts: [], version: 3 })).toEqual([]);
  });

  it('is not derived from a new or a deleted queue', () => {
    expect([eventsOf(null, made), eventsOf(paused, null)]).toEqual([[], []]);
  });
});

describe('queue.resumed', () => {
  it('is derived from the change that resumes a queue', () => {
    expect(eventsOf(paused, resumed)).toMatchObject([
      { type: 'queue.resumed', dedupKey: 'que_1/resumed/2', data: { name: 'default', paused: false, queued: 0 } },
    ]);
  });
});
