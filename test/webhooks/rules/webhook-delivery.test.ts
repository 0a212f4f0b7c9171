import { describe, expect, it } from 'vitest';
import { RETRY_SCHEDULE_SECONDS } from '../../../lib/core/retry/back-off.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import { EVENT_KINDS } from '../../../lib/webhooks/events/events.ts';
import {
  type AttemptResult,
  DELIVERY_DEADLINE_SECONDS,
  type Delivery,
  decideDeliveryAction,
  recordAttempt,
} from '../../../lib/webhooks/rules/webhook-delivery.ts';
import { isSubscribed } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { ENDPOINT as endpoint } from './active-endpoint.ts';

const delivery: Delivery = {
  id: 'dlv_1',
  workspace_id: 'ws_1',
  endpoint_id: 'wh_1',
  event_id: 'evt_1',
  event_type: 'content.published',
  status: 'pending',
  attempts: [],

  lease_expires_at: null,
  next_attempt_at: at(0),
  created_at: at(0),
  version: 0,
};

const REJECTED: AttemptResult = {
  ok: false,
  status: 500,
  durationMs: 12,
  responseBody: 'oops',
  errorClass: null,
  retryAfterSeconds: null,
};
const OK: AttemptResult = { ...REJECTED, ok: true, status: 204, responseBody: '' };

describe('newEndpoint', () => {
  it('is active and signs with the given secret', () => {
    expect([endpoint.status, endpoint.secrets, endpoint.disabled_reason]).toEqual(['active', ['whsec_1'], null]);
  });
});

describe('the subscription of an endpoint', () => {
  it('matches the subscribed kinds and no others', () => {
    expect(EVENT_KINDS.filter((kind) => isSubscribed(endpoint, kind)).sort()).toEqual([
      'content.failed',
      'content.published',
    ]);
  });

  it('matches every kind with *', () => {
    expect(EVENT_KINDS.every((kind) => isSubscribed({ ...endpoint, events: ['*'] }, kind))).toBe(true);
  });

  it.each(['paused', 'disabled'] as const)('matches nothing while the endpoint is %s', (status) => {
    expect(EVENT_KINDS.some((kind) => isSubscribed({ ...endpoint, status, events: ['*'] }, kind))).toBe(false);
  });
});

describe('the retry schedule', () => {
  it('is that of docs/reference/webhooks.md: 0, 5 s, 5 m, 30 m, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h', () => {
    const [minute, hour] = [60, 3600];
    expect([...RETRY_SCHEDULE_SECONDS]).toEqual([
      0,
      5,
      5 * minute,
      30 * minute,
      2 * hour,
      5 * hour,
      10 * hour,
      14 * hour,
      20 * hour,
      24 * hour,
    ]);
  });

  it('allows a receiver 15 seconds, and a worker more than that', () => {
    expect(DELIVERY_DEADLINE_SECONDS).toBe(15);
    expect(LEASE_SECONDS.delivery).toBeGreaterThan(2 * DELIVERY_DEADLINE_SECONDS);
  });
});

describe('decideDeliveryAction', () => {
  it('starts the first attempt when it is due, and waits until then', () => {
    expect(decideDeliveryAction(delivery, endpoint, {}, NOW_MS - 1)).toEqual({
      action: 'wait',
      untilMs: NOW_MS,
    });
    expect(decideDeliveryAction(delivery, endpoint, {}, NOW_MS)).toEqual({ action: 'attempt', number: 1 });
  });

  it('assigns the next number to the next attempt', () => {
    const failed = recordAttempt(delivery, REJECTED, NOW_MS, NOW_MS, 0.5);
    expect(decideDeliveryAction(failed, endpoint, {}, NOW_MS + 4999)).toEqual({
      action: 'wait',
      untilMs: NOW_MS + 5000,
    });
    expect(decideDeliveryAction(failed, endpoint, {}, NOW_MS + 5000)).toEqual({
      action: 'attempt',
      number: 2,
    });
  });

  it('does not touch a started attempt during its lease', () => {
    const begun = { ...delivery, lease_expires_at: at(60) };
    expect(decideDeliveryAction(begun, endpoint, {}, NOW_MS + 59_999)).toEqual({ action: 'nothing' });
  });

  it('repeats the same attempt when the lease of a crashed worker has expired', () => {
    const begun = { ...delivery, lease_expires_at: at(60) };
    expect(decideDeliveryAction(begun, endpoint, {}, NOW_MS + 60_000)).toEqual({
      action: 'attempt',
      number: 1,
    });
  });

  it.each([1, 3])('ignores a message about attempt %d when the second is next', (attempt) => {
    const failed = recordAttempt(delivery, REJECTED, NOW_MS, NOW_MS, 0.5);
    const dueMs = NOW_MS + 5000;
    expect(decideDeliveryAction(failed, endpoint, { attempt }, dueMs)).toEqual({ action: 'nothing' });
    expect(decideDeliveryAction(failed, endpoint, { attempt: 2 }, dueMs)).toEqual({
      action: 'attempt',
      number: 2,
    });
  });

  it('continues an attempt only for the message with its lease', () => {
    const handed = { ...delivery, lease_expires_at: at(300), lease_id: 'lease-1' };
    const verdict = (lease_id?: string) => decideDeliveryAction(handed, endpoint, { lease_id }, NOW_MS);
    expect(verdict('lease-1')).toEqual({ action: 'attempt', number: 1 });
    expect(verdict('lease-0')).toEqual({ action: 'nothing' });
    expect(verdict()).toEqual({ action: 'nothing' });
  });

  it('does not match a message without a lease to a started attempt', () => {
    const begun = { ...delivery, lease_expires_at: at(60) };
    expect(decideDeliveryAction(begun, endpoint, {}, NOW_MS)).toEqual({ action: 'nothing' });
  });

  it('does not drop a delivery during an attempt, even if its endpoint was disabled concurrently', () => {
    const begun = { ...delivery, lease_expires_at: at(60) };
    const disabled = { ...endpoint, status: 'disabled' as const };
    expect(decideDeliveryAction(begun, disabled, {}, NOW_MS)).toEqual({ action: 'nothing' });
    expect(decideDeliveryAction(begun, disabled, {}, NOW_MS + 60_000)).toEqual({ action: 'drop' });
  });

  it.each(['delivered', 'exhausted', 'dropped'] as const)('does nothing for a delivery that is %s', (status) => {
    expect(decideDeliveryAction({ ...delivery, status }, endpoint, {}, NOW_MS)).toEqual({
      action: 'nothing',
    });
    expect(decideDeliveryAction({ ...delivery, status }, null, {}, NOW_MS)).toEqual({ action: 'nothing' });
  });

  it('drops a delivery to an endpoint that is paused, disabled or deleted', () => {
    for (const status of ['paused', 'disabled'] as const) {
      expect(decideDeliveryAction(delivery, { ...endpoint, status }, {}, NOW_MS)).toEqual({ action: 'drop' });
    }
    expect(decideDeliveryAction(delivery, null, {}, NOW_MS)).toEqual({ action: 'drop' });
  });
});

describe('recordAttempt', () => {
  it('is delivered with the first success and schedules no attempt', () => {
    const done = recordAttempt(delivery, OK, NOW_MS, NOW_MS + 12, 0.5);
    expect([done.status, done.next_attempt_at, done.attempts.length]).toEqual(['delivered', null, 1]);
  });

  it('stores the result of the attempt', () => {
    const result = { ...REJECTED, status: null, errorClass: 'timeout', durationMs: 15_000, responseBody: '' };
    expect(recordAttempt(delivery, result, NOW_MS, NOW_MS + 15_000, 0.5).attempts).toEqual([
      {
        number: 1,
        at: at(0),
        status: null,
        duration_ms: 15_000,
        error_class: 'timeout',
        response_body: '',
        next_attempt_at: at(20),
      },
    ]);
  });

  it('clears the lease of the attempt', () => {
    const begun = { ...delivery, lease_expires_at: at(60) };
    expect(recordAttempt(begun, REJECTED, NOW_MS, NOW_MS, 0.5).lease_expires_at).toBeNull();
  });

  it('schedules the next attempt from the end of this one', () => {
    const failed = recordAttempt(delivery, REJECTED, NOW_MS, NOW_MS + 3000, 0.5);
    expect([failed.status, failed.next_attempt_at]).toEqual(['pending', at(8)]);
  });

  it('applies a Retry-After', () => {
    const failed = recordAttempt(delivery, { ...REJECTED, status: 503, retryAfterSeconds: 9 }, NOW_MS, NOW_MS, 0);
    expect(failed.next_attempt_at).toBe(at(9));
  });

  it('schedules no attempt after 410, whatever the Retry-After', () => {
    const gone = recordAttempt(delivery, { ...REJECTED, status: 410, retryAfterSeconds: 5 }, NOW_MS, NOW_MS, 0.5);
    expect([gone.status, gone.next_attempt_at]).toEqual(['exhausted', null]);
  });

  it.each([301, 400, 404, 429, 500, 503])('schedules another attempt after %i', (status) => {
    expect(recordAttempt(delivery, { ...REJECTED, status }, NOW_MS, NOW_MS, 0.5).status).toBe('pending');
  });

  it('is exhausted after ten attempts over the days of the schedule', () => {
    let state = delivery;
    let nowMs = NOW_MS;
    const waited: number[] = [];
    while (state.status === 'pending') {
      state = recordAttempt(state, REJECTED, nowMs, nowMs, 0.5);
      if (state.next_attempt_at === null) break;
      waited.push((Date.parse(state.next_attempt_at) - nowMs) / 1000);
      nowMs = Date.parse(state.next_attempt_at);
    }
    expect([state.status, state.attempts.map((attempt) => attempt.number)]).toEqual([
      'exhausted',
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    ]);
    expect(waited).toEqual(RETRY_SCHEDULE_SECONDS.slice(1));
  });

  it('keeps the delivery id and event id over all attempts', () => {
    const { id, event_id } = recordAttempt(delivery, REJECTED, NOW_MS, NOW_MS, 0.5);
    expect([id, event_id]).toEqual(['dlv_1', 'evt_1']);
  });
});
