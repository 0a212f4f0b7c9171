import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import {
  assertRoomForSubscription,
  grantedUntil,
  subscribe,
  subscriptionId,
} from '../../../lib/webhooks/rules/agent-subscription.ts';
import { endpointAt } from '../../../lib/webhooks/rules/endpoint-authorization.ts';
import type { WebhookEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { ENDPOINT } from './active-endpoint.ts';

const NOW_MS = Date.parse('2026-11-27T10:00:00.000Z');
const at = (hours: number) => new Date(NOW_MS + hours * HOUR_MS).toISOString();

const agent = { client_id: 'key_1', name: 'Planner', expires_at: at(24), verified_at: at(0) };
const request = {
  ...{ id: 'wh_1', workspaceId: 'ws_1', url: 'https://example.com/', kind: 'content.created', agent },
  authorizedBy: { user_id: 'usr_1', client_id: 'key_1', expires_at: null },
};
const subscription = (fields: Partial<WebhookEndpoint> = {}) => ({
  ...subscribe(null, { ...request, secret: 'one' }, 60, NOW_MS),
  ...fields,
});

describe('the id of a subscription', () => {
  it('is the same for the same agent key, URL and kind, and differs for any other', () => {
    const id = subscriptionId('key_1', 'https://example.com/', 'content.created');
    expect(subscriptionId('key_1', 'https://example.com/', 'content.created')).toBe(id);
    const others = [
      subscriptionId('key_2', 'https://example.com/', 'content.created'),
      subscriptionId('key_1', 'https://example.com/a', 'content.created'),
      subscriptionId('key_1', 'https://example.com/', 'content.failed'),
    ];
    expect(new Set([id, ...others]).size).toBe(4);
  });
});

describe('the end of a subscription', () => {
  it.each([
    [undefined, null, 24],
    [null, null, 168],
    [2 * HOUR_MS, null, 2],
    [1, null, 1],
    [1_000 * HOUR_MS, null, 168],
    [null, at(3), 3],
    [2 * HOUR_MS, at(3), 2],
  ])('for ttlMs %s and a key until %s is in %s hours', (ttlMs, keyExpiresAt, hours) => {
    expect(grantedUntil(ttlMs, keyExpiresAt, NOW_MS)).toBe(at(hours));
  });

  it('disables it from that time on, whatever its status was', () => {
    for (const status of ['active', 'paused'] as const) {
      const each = subscription({ status });
      expect(endpointAt(each, NOW_MS + 24 * HOUR_MS - 1)).toBe(each);
      expect(endpointAt(each, NOW_MS + 24 * HOUR_MS).status).toBe('disabled');
    }
  });
});

describe('a repeated subscription', () => {
  it('keeps its failures and its secret, and extends it', () => {
    const before = subscription({ failing_since: at(0), version: 7 });
    const later = { ...agent, expires_at: at(48) };
    const after = subscribe(before, { ...request, agent: later, secret: null }, 60, NOW_MS);
    expect(after).toMatchObject({
      failing_since: at(0),
      secrets: ['one'],
      agent: later,
      created_at: before.created_at,
    });
  });

  it('with another secret keeps only the last one for its overlap', () => {
    const second = subscribe(subscription(), { ...request, secret: 'two' }, 3600, NOW_MS);
    const third = subscribe(second, { ...request, secret: 'three' }, 3600, NOW_MS);
    expect(third).toMatchObject({ secrets: ['three'], retired_secrets: [{ secret: 'two', expires_at: at(1) }] });
  });

  it('after its end begins again, so that earlier events are not for it', () => {
    const ended = endpointAt(subscription({ failing_since: at(0) }), NOW_MS + 30 * HOUR_MS);
    const after = subscribe(ended, { ...request, secret: 'two' }, 60, NOW_MS + 30 * HOUR_MS);
    expect(after).toMatchObject({ status: 'active', created_at: at(30), secrets: ['two'], disabled_reason: null });
    expect(after.failing_since ?? null).toBeNull();
  });
});

describe('the limit of subscriptions', () => {
  const many = (count: number, client_id: string, fields: Partial<WebhookEndpoint> = {}) =>
    Array.from({ length: count }, () => subscription({ agent: { ...agent, client_id }, ...fields }));
  const assertRoom = (endpoints: WebhookEndpoint[], nowMs = NOW_MS) =>
    assertRoomForSubscription(endpoints, 'key_1', nowMs);

  it('is ten per agent key, also of disabled ones, and counts neither those of people nor ended ones', () => {
    expect(() => assertRoom([...many(9, 'key_1'), ...Array(20).fill(ENDPOINT)])).not.toThrow();
    const full = many(10, 'key_1', { status: 'disabled' });
    expect(() => assertRoom(full)).toThrow(/at most 10/);
    expect(() => assertRoom(full, NOW_MS + 24 * HOUR_MS)).not.toThrow();
  });

  it('is fifty for all agents of a workspace', () => {
    const others = ['2', '3', '4', '5', '6'].flatMap((digit) => many(10, `key_${digit}`));
    expect(() => assertRoom(others.slice(1))).not.toThrow();
    expect(() => assertRoom(others)).toThrow(/at most 50/);
  });
});
