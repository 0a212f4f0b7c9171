import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyAttemptResult } from '../../../lib/webhooks/rules/endpoint-auto-disable.ts';
import {
  applyPlan,
  disablesAt,
  editEndpoint,
  toEndpointView,
  type WebhookEndpoint,
} from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { ENDPOINT as active } from './active-endpoint.ts';

const DAY_S = 86_400;
const LIMITS = { warnAfterSeconds: 3 * DAY_S, disableAfterSeconds: 5 * DAY_S };
const FAILED = { ok: false, status: 500, durationMs: 5 };
const UNREACHED = { ok: false, status: null, durationMs: 5 };
const DELIVERED = { ok: true, status: 200, durationMs: 5 };

const disabled: WebhookEndpoint = {
  ...active,
  status: 'disabled',
  disabled_reason: 'Gone.',
  failing_since: at(-50),
  warned_at: at(-20),
};

const following = (endpoint: WebhookEndpoint, attempt: typeof UNREACHED | typeof FAILED, seconds = 0) =>
  applyAttemptResult(endpoint, 'fast', attempt, LIMITS, NOW_MS + seconds * 1000);

describe('the failure clock', () => {
  it.each([FAILED, UNREACHED])('starts with the first failure: %j', (attempt) => {
    expect(following(active, attempt)).toEqual({ ...active, failing_since: at(0) });
  });

  it('is not restarted by further failures', () => {
    const failing = following(active, FAILED);
    expect(following(failing, FAILED, 2 * DAY_S)).toBe(failing);
  });

  it('is cleared by a single success, warned or not', () => {
    for (const warned_at of [null, at(3 * DAY_S)]) {
      const failing = { ...active, failing_since: at(0), warned_at };
      expect(following(failing, DELIVERED, 4 * DAY_S)).toMatchObject({
        failing_since: null,
        warned_at: null,
      });
    }
  });

  it('does not change after a success without failures, except the first, which verifies the endpoint', () => {
    const verified = following(active, DELIVERED);
    expect(verified).toEqual({ ...active, is_verified: true });
    expect(following(verified, DELIVERED)).toBe(verified);
  });

  it('warns on the third day, once, and disables on the fifth', () => {
    let endpoint = following(active, FAILED);
    expect(following(endpoint, FAILED, 3 * DAY_S - 1)).toBe(endpoint);
    endpoint = following(endpoint, FAILED, 3 * DAY_S);
    expect(endpoint).toMatchObject({ status: 'active', warned_at: at(3 * DAY_S) });
    expect(following(endpoint, FAILED, 5 * DAY_S - 1)).toBe(endpoint);
    endpoint = following(endpoint, FAILED, 5 * DAY_S);
    expect(endpoint).toMatchObject({
      status: 'disabled',
      disabled_reason: `Every delivery attempt has failed since ${at(0)}.`,
      updated_at: at(5 * DAY_S),
    });
  });

  it('never disables without a warning two days before, however rarely the endpoint is called', () => {
    const seldom = following(following(active, FAILED), FAILED, 9 * DAY_S);
    expect(seldom).toMatchObject({ status: 'active', warned_at: at(9 * DAY_S) });
    expect(following(seldom, FAILED, 11 * DAY_S - 1)).toBe(seldom);
    expect(following(seldom, FAILED, 11 * DAY_S).status).toBe('disabled');
  });

  it('disables at once after 410', () => {
    expect(following(active, { ...FAILED, status: 410 })).toMatchObject({
      status: 'disabled',
      disabled_reason: 'The receiver responded with 410 Gone.',
    });
  });

  it('does not run for an endpoint that is already paused or disabled', () => {
    const paused = editEndpoint(active, { status: 'paused' }, NOW_MS);
    for (const endpoint of [paused, disabled]) {
      expect(following(endpoint, FAILED, 9 * DAY_S)).toBe(endpoint);
      expect(following(endpoint, { ...FAILED, status: 410 })).toBe(endpoint);
    }
  });

  it('disables only after five days of failures without a success, in any order of outcomes', () => {
    const step = fc.record({ ok: fc.boolean(), hours: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let endpoint = active;
        let seconds = 0;
        let failingSince: number | null = null;
        for (const { ok, hours } of steps) {
          seconds += hours * 3600;
          failingSince = ok ? null : (failingSince ?? seconds);
          endpoint = following(endpoint, ok ? DELIVERED : FAILED, seconds);
          if (endpoint.status === 'disabled') {
            expect(seconds - failingSince!).toBeGreaterThanOrEqual(5 * DAY_S);
            return;
          }
        }
      }),
    );
  });
});

describe('disablesAt', () => {
  it('is the earliest time at which a failure disables, and null without failures', () => {
    expect(disablesAt(active, LIMITS)).toBeNull();
    expect(disablesAt(disabled, LIMITS)).toBeNull();
    const failing = { ...active, failing_since: at(0) };
    expect(disablesAt(failing, LIMITS)).toBe(at(5 * DAY_S));
    expect(disablesAt({ ...failing, warned_at: at(4 * DAY_S) }, LIMITS)).toBe(at(6 * DAY_S));
  });
});

describe('editEndpoint', () => {
  it('changes the given fields only', () => {
    expect(editEndpoint(active, { events: ['*'] }, NOW_MS)).toEqual({
      ...active,
      events: ['*'],
      updated_at: at(0),
    });
  });

  it.each([{}, { url: active.url }, { events: active.events }, { status: 'active' as const }])(
    'returns the same object when nothing changes: %j',
    (requested) => {
      expect(editEndpoint(active, requested, NOW_MS)).toBe(active);
    },
  );

  it('clears the failures when set to active, whether paused or disabled before', () => {
    const byPlan = applyPlan(active, false, NOW_MS);
    for (const ended of [disabled, byPlan, editEndpoint(active, { status: 'paused' }, NOW_MS)]) {
      expect(editEndpoint(ended, { status: 'active' }, NOW_MS)).toMatchObject({
        status: 'active',
        disabled_reason: null,
        paused_reason: null,
        failing_since: null,
        warned_at: null,
      });
    }
  });

  it('stores the reason of the pause', () => {
    expect(editEndpoint(active, { status: 'paused' }, NOW_MS)).toMatchObject({
      status: 'paused',
      paused_reason: 'owner',
    });
  });

  it('clears failures and slowness for a new url', () => {
    const failing = { ...active, failing_since: at(-9), warned_at: at(-3), slow_since: at(-3) };
    expect(editEndpoint(failing, { url: 'https://example.com/other' }, NOW_MS)).toMatchObject({
      url: 'https://example.com/other',
      failing_since: null,
      warned_at: null,
      slow_since: null,
    });
  });

  it('keeps the failures with other events', () => {
    const failing = { ...active, failing_since: at(-9) };
    expect(editEndpoint(failing, { events: ['*'] }, NOW_MS).failing_since).toBe(at(-9));
  });

  it('does not activate a disabled endpoint with a new url', () => {
    expect(editEndpoint(disabled, { url: 'https://example.com/other' }, NOW_MS)).toMatchObject({
      status: 'disabled',
      disabled_reason: 'Gone.',
    });
  });
});

describe('applyPlan', () => {
  it('pauses an active endpoint and resumes it again', () => {
    const paused = applyPlan(active, false, NOW_MS);
    expect(paused).toMatchObject({ status: 'paused', paused_reason: 'plan', updated_at: at(0) });
    expect(applyPlan(paused, true, NOW_MS)).toMatchObject({ status: 'active', paused_reason: null });
  });

  it('does not change an endpoint that is disabled or paused by its owner', () => {
    const byOwner = editEndpoint(active, { status: 'paused' }, NOW_MS);
    for (const endpoint of [byOwner, disabled]) {
      expect(applyPlan(endpoint, false, NOW_MS)).toBe(endpoint);
      expect(applyPlan(endpoint, true, NOW_MS)).toBe(endpoint);
    }
  });

  it('is idempotent', () => {
    const paused = applyPlan(active, false, NOW_MS);
    expect(applyPlan(paused, false, NOW_MS + 5)).toBe(paused);
    expect(applyPlan(active, true, NOW_MS)).toBe(active);
  });
});

describe('toEndpointView', () => {
  it('shows an endpoint without failures with nulls, and never a secret', () => {
    const data = toEndpointView({ ...active, retired_secrets: [{ secret: 'old', expires_at: at(9) }] }, LIMITS);
    expect(data).toEqual({
      id: 'wh_1',
      url: active.url,
      events: active.events,
      status: 'active',
      created_at: at(-100),
      updated_at: at(-100),
      paused_reason: null,
      disabled_reason: null,
      failing_since: null,
      warned_at: null,
      disables_at: null,
      is_verified: false,
      authorized_by: null,
      workspaces: null,
      labels: null,
      agent: null,
    });
  });
});
