import { describe, expect, it } from 'vitest';
import { missedPeriod } from '../../../lib/webhooks/rules/recovery.ts';
import type { WebhookEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { applyPlan, editEndpoint } from '../../../lib/webhooks/rules/webhook-endpoint.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { ENDPOINT } from './active-endpoint.ts';

const DAY = 86_400;
const REGISTERED = { ...ENDPOINT, created_at: at(-10 * DAY), active_since: at(-10 * DAY), updated_at: at(-DAY) };
const RESUMED = { ...REGISTERED, active_since: at(-DAY) };

/** The period in which an endpoint may have missed events since a time, until now, in seconds from now. */
function missed(endpoint: WebhookEndpoint, since: number) {
  const period = missedPeriod(endpoint, NOW_MS + since * 1000, NOW_MS);
  return period && [period.fromMs, period.toMs].map((timeMs) => (timeMs - NOW_MS) / 1000);
}

describe('missedPeriod', () => {
  it('is none for an endpoint that was always active', () => {
    expect(missed(REGISTERED, -5 * DAY)).toBeNull();
  });

  it('ends a minute after the endpoint became active last', () => {
    expect(missed(RESUMED, -5 * DAY)).toEqual([-5 * DAY, -DAY + 60]);
  });

  it('is none when the endpoint has been active since its start', () => {
    expect(missed(RESUMED, -DAY / 2)).toBeNull();
  });

  it('begins at the registration at the earliest', () => {
    expect(missed(RESUMED, -20 * DAY)).toEqual([-10 * DAY, -DAY + 60]);
  });

  it.each(['paused', 'disabled'] as const)('ends now while the endpoint is %s', (status) => {
    expect(missed({ ...REGISTERED, status }, -5 * DAY)).toEqual([-5 * DAY, 0]);
  });

  it('ends at the last change of an endpoint of which it is not recorded when it became active', () => {
    const { active_since: _, ...older } = REGISTERED;
    expect(missed(older, -5 * DAY)).toEqual([-5 * DAY, -DAY + 60]);
  });

  it('ends at the last resumption, by a request or by the plan', () => {
    const paused = editEndpoint(REGISTERED, { status: 'paused' }, NOW_MS - 7200_000);
    expect(missed(editEndpoint(paused, { status: 'active' }, NOW_MS - 3600_000), -DAY)).toEqual([-DAY, -3540]);
    const byPlan = applyPlan(REGISTERED, false, NOW_MS - 7200_000);
    expect(missed(applyPlan(byPlan, true, NOW_MS - 3600_000), -DAY)).toEqual([-DAY, -3540]);
  });
});
