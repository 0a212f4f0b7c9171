import { describe, expect, it } from 'vitest';
import type { ApiError } from '../../../lib/core/problems/define-problem.ts';
import { RETRY_SCHEDULE_SECONDS } from '../../../lib/core/retry/back-off.ts';
import {
  attemptCount,
  DELIVERY_STATUSES,
  type Delivery,
  decideDeliveryAction,
  MAX_STORED_ATTEMPTS,
  recordAttempt,
} from '../../../lib/webhooks/rules/webhook-delivery.ts';
import {
  deliverySummary,
  isFailedDelivery,
  replay,
  requeueDelivery,
  toDeliveryView,
} from '../../../lib/webhooks/rules/webhook-delivery-view.ts';
import { newEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';

const NOW_MS = Date.parse('2026-08-03T10:00:00.000Z');
const AT = new Date(NOW_MS).toISOString();

const endpoint = newEndpoint({
  id: 'wh_1',
  workspaceId: 'ws_1',
  url: 'https://example.com/hook',
  events: ['*'],
  secret: 'secret',
  createdAt: AT,
});

const fresh: Delivery = {
  id: 'dlv_1',
  workspace_id: 'ws_1',
  endpoint_id: 'wh_1',
  event_id: 'evt_1',
  event_type: 'content.created',
  status: 'pending',
  attempts: [],

  lease_expires_at: null,
  next_attempt_at: AT,
  created_at: AT,
  version: 0,
};

/** Record an attempt with this response status, as a worker does. */
function attempted(delivery: Delivery, status: number, atMs: number, responseBody = ''): Delivery {
  const verdict = decideDeliveryAction(delivery, endpoint, {}, atMs);
  if (verdict.action !== 'attempt') throw new Error(`Nothing to attempt: ${verdict.action}`);
  const ok = status < 300;
  const result = { ok, status, durationMs: 3, responseBody, errorClass: null, retryAfterSeconds: null };
  return recordAttempt(delivery, result, atMs, atMs, 0.5);
}

/** Attempt a delivery whenever it is due until it is settled; returns the delays in seconds. */
function exhaust(delivery: Delivery, fromMs: number): { delivery: Delivery; waits: number[] } {
  let now = delivery;
  let atMs = fromMs;
  const waits: number[] = [];
  while (now.status === 'pending') {
    const dueMs = Date.parse(now.next_attempt_at!);
    waits.push((dueMs - atMs) / 1000);
    atMs = dueMs;
    now = attempted(now, 500, atMs);
  }
  return { delivery: now, waits };
}

describe('requeueDelivery', () => {
  it('starts a new series of attempts with the delays of docs/reference/webhooks.md', () => {
    const first = exhaust(fresh, NOW_MS);
    expect(first.waits).toEqual([...RETRY_SCHEDULE_SECONDS]);
    const laterMs = NOW_MS + 20 * 86_400_000;
    const second = exhaust(requeueDelivery(first.delivery, laterMs), laterMs);
    expect(second.waits).toEqual([...RETRY_SCHEDULE_SECONDS]);
    expect(second.delivery.status).toBe('exhausted');
  });

  it('keeps the previous attempts, and continues their numbers', () => {
    const first = exhaust(fresh, NOW_MS).delivery;
    const again = attempted(requeueDelivery(first, NOW_MS + 1), 200, NOW_MS + 1);
    expect(again.status).toBe('delivered');
    expect(again.attempts.slice(0, -1)).toEqual(first.attempts);
    expect(again.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  it('stores the newest 50 attempts of several replays, and the total number', () => {
    let delivery = fresh;
    for (let series = 0; series < 8; series++) {
      const endedMs = NOW_MS + series * 10 * 86_400_000;
      delivery = exhaust(series === 0 ? delivery : requeueDelivery(delivery, endedMs), endedMs).delivery;
    }
    expect(attemptCount(delivery)).toBe(80);
    expect(delivery.attempts.map(({ number }) => number)).toEqual(
      Array.from({ length: MAX_STORED_ATTEMPTS }, (_, index) => index + 31),
    );
    expect(deliverySummary(delivery)).toMatchObject({ attempt_count: 80, last_attempt: { number: 80 } });
  });

  it('stays within the item size limit with responses of 4 KiB each', () => {
    let delivery = fresh;
    for (let made = 0; made < 60; made++) {
      const atMs = NOW_MS + made * 86_400_000;
      delivery = attempted(requeueDelivery(delivery, atMs), 500, atMs, '\u{fffd}'.repeat(1365));
    }
    // The table limits names and values to 400 KB, and JSON is not smaller than those.
    expect(Buffer.byteLength(JSON.stringify(delivery))).toBeLessThan(250_000);
  });

  it('repeats the unrecorded attempt number of a delivery dropped during an attempt', () => {
    const dropped: Delivery = {
      ...fresh,
      status: 'dropped',

      lease_expires_at: new Date(NOW_MS + 60_000).toISOString(),
      next_attempt_at: null,
    };
    const back = requeueDelivery(dropped, NOW_MS);
    expect(decideDeliveryAction(back, endpoint, {}, NOW_MS)).toEqual({ action: 'attempt', number: 1 });
  });

  it('treats a delivery without attempts_before_replay as never replayed', () => {
    const { attempts_before_replay: _, ...old } = requeueDelivery(fresh, NOW_MS);
    expect(exhaust(old, NOW_MS).waits).toEqual([...RETRY_SCHEDULE_SECONDS]);
  });
});

describe('a replay', () => {
  const codeOf = (act: () => unknown) => {
    try {
      act();
    } catch (error) {
      return (error as ApiError).code;
    }
    return null;
  };

  it.each(DELIVERY_STATUSES)('of a delivery that is %s is rejected only while it is in progress', (status) => {
    const code = codeOf(() => replay({ ...fresh, status }, endpoint, NOW_MS));
    expect(code).toBe(status === 'pending' ? 'delivery_pending' : null);
  });

  it.each(['active', 'paused', 'disabled'] as const)('to an endpoint that is %s', (status) => {
    const delivery: Delivery = { ...fresh, status: 'exhausted' };
    const code = codeOf(() => replay(delivery, { ...endpoint, status }, NOW_MS));
    expect(code).toBe(status === 'active' ? null : 'endpoint_not_active');
  });
});

describe('the API view of a delivery', () => {
  it('is failed when it ended without success', () => {
    const failed = DELIVERY_STATUSES.filter((status) => isFailedDelivery({ ...fresh, status }));
    expect(failed).toEqual(['exhausted', 'dropped']);
  });

  it('contains neither leases nor versions', () => {
    const shown = toDeliveryView({ ...fresh, lease_id: 'x', attempts_before_replay: 0 }, { mayRead: true });
    const inside = ['lease_id', 'lease_expires_at', 'version', 'attempts_before_replay'];
    expect(Object.keys(shown).filter((name) => inside.includes(name))).toEqual([]);
  });
});
