import { describe, expect, it } from 'vitest';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import {
  FAST_RESPONSE_MS,
  LANE_DEADLINE_MS,
  MIN_SLOW_MS,
  updateLane,
} from '../../../lib/webhooks/rules/delivery-lane.ts';
import { newEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';

const quick = newEndpoint({
  id: 'wh_1',
  workspaceId: 'ws_1',
  url: 'https://example.com/hook',
  events: ['*'],
  secret: 'whsec_1',
  createdAt: at(-100),
});
const slow = { ...quick, slow_since: at(-MIN_SLOW_MS / 1000) };

describe('the delivery lanes', () => {
  it('have shorter timeouts than the lease of an attempt', () => {
    for (const deadlineMs of Object.values(LANE_DEADLINE_MS)) {
      expect(deadlineMs).toBeLessThan(LEASE_SECONDS.delivery * 1000);
    }
  });

  it('allow a receiver the 15 seconds of docs/reference/webhooks.md in the slow lane', () => {
    expect(LANE_DEADLINE_MS.slow).toBe(15_000);
  });
});

describe('updateLane', () => {
  it.each([
    ['no response before the deadline', { status: null, durationMs: 2000 }],
    ['a deadline whose timer fired slightly early', { status: null, durationMs: 1999 }],
    ['a response that completed at the deadline', { status: 200, durationMs: 2000 }],
  ])('marks an endpoint in the fast lane as slow after %s', (_, pace) => {
    expect(updateLane(quick, 'fast', pace, NOW_MS)).toEqual({ slow_since: at(0) });
  });

  it.each([
    ['a response within the deadline', { status: 500, durationMs: 1500 }],
    ['a connection refused at once', { status: null, durationMs: 3 }],
  ])('changes nothing in the fast lane after %s', (_, pace) => {
    expect(updateLane(quick, 'fast', pace, NOW_MS)).toEqual({});
  });

  it('keeps the time of an endpoint that is already slow', () => {
    expect(updateLane(slow, 'fast', { status: null, durationMs: 2000 }, NOW_MS)).toEqual({});
    expect(updateLane(slow, 'slow', { status: null, durationMs: 15_000 }, NOW_MS)).toEqual({});
  });

  it.each([200, 404, 500])('clears the mark in the slow lane after a quick response, even with status %d', (status) => {
    expect(updateLane(slow, 'slow', { status, durationMs: FAST_RESPONSE_MS }, NOW_MS)).toEqual({
      slow_since: null,
    });
  });

  it.each([
    ['a response that took longer than a second', { status: 200, durationMs: FAST_RESPONSE_MS + 1 }],
    ['a quick failure without a response', { status: null, durationMs: 5 }],
  ])('keeps the mark in the slow lane after %s', (_, pace) => {
    expect(updateLane(slow, 'slow', pace, NOW_MS)).toEqual({});
  });

  it('keeps the mark for a minute, however quick the responses are', () => {
    const pace = { status: 200, durationMs: 5 };
    expect(updateLane(slow, 'slow', pace, NOW_MS - 1)).toEqual({});
    expect(updateLane(slow, 'slow', pace, NOW_MS)).toEqual({ slow_since: null });
  });

  it('changes nothing on an endpoint without a mark', () => {
    expect(updateLane(quick, 'slow', { status: 200, durationMs: 5 }, NOW_MS)).toEqual({});
  });
});
