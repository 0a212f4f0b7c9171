import { describe, expect, it } from 'vitest';
import { EVENT_KINDS, eventGroups, summarizeKinds } from '../../dashboard/src/screens/webhooks/event-kinds.ts';
import {
  attemptText,
  endpointAdvice,
  formatDuration,
  isAccepted,
  outcomeText,
} from '../../dashboard/src/screens/webhooks/outcomes.ts';
import { countText, progressText } from '../../dashboard/src/screens/webhooks/recovery.ts';
import './english.ts';

const ENDPOINT = {
  id: 'wh_1',
  url: 'https://example.com/hook',
  events: ['*' as const],
  workspaces: null,
  labels: null,
  status: 'active' as 'active' | 'paused' | 'disabled',
  created_at: '2026-11-01T10:00:00Z',
  updated_at: '2026-11-01T10:00:00Z',
  paused_reason: null as 'owner' | 'plan' | null,
  disabled_reason: null as string | null,
  failing_since: null as string | null,
  warned_at: null,
  disables_at: null as string | null,
  is_verified: true,
  authorized_by: null,
  agent: null as { client_id: string; name: string; expires_at: string } | null,
};
const format = (at: string) => `<${at}>`;

describe('the events of a webhook endpoint', () => {
  it('are each in one group, and described', () => {
    const grouped = eventGroups().flatMap(({ kinds }) => kinds);
    expect(grouped.map(({ kind }) => kind).sort()).toEqual([...EVENT_KINDS].sort());
    expect(grouped.every(({ description }) => description.endsWith('.'))).toBe(true);
  });

  it('are summarized as all, or by name', () => {
    expect(summarizeKinds(['*'])).toBe('All events');
    expect(summarizeKinds(['content.failed', 'content.published'])).toBe('content.failed, content.published');
  });
});

describe('an attempt', () => {
  it('shows the status code and the time of a response', () => {
    expect(attemptText({ status: 503, error_class: null, duration_ms: 34 })).toBe('HTTP 503 in 34 ms');
    expect(formatDuration(2345)).toBe('2.3 s');
  });

  it('says why there was no response', () => {
    expect(attemptText({ status: null, error_class: 'dns', duration_ms: 12 })).toContain('host was not found');
    expect(attemptText({ status: null, error_class: 'new_class', duration_ms: 12 })).toContain('new_class');
  });

  it('is accepted by any status of 200 to 299 only', () => {
    expect([199, 200, 204, 299, 300, null].map(isAccepted)).toEqual([false, true, true, true, false, false]);
  });
});

describe('the subscription of an agent', () => {
  it('that has ended is not offered to the person', () => {
    const agent = { client_id: 'key_1', name: 'Planner', expires_at: '2026-11-02T10:00:00Z' };
    const ended = {
      ...ENDPOINT,
      agent,
      status: 'disabled' as const,
      disabled_reason: 'permission_lost: it was paused.',
    };
    expect(endpointAdvice(ended, format)?.text).toContain('Only the agent');
  });
});

describe('the outcome of a delivery', () => {
  it('distinguishes the first attempt from a retry', () => {
    expect(outcomeText({ status: 'pending', attempt_count: 0 })).toBe('Waiting for the first attempt');
    expect(outcomeText({ status: 'pending', attempt_count: 2 })).toBe('Retry scheduled');
    expect(outcomeText({ status: 'exhausted', attempt_count: 10 })).toBe('Failed');
  });
});

describe('the advice for an endpoint', () => {
  it('is none for one that works', () => {
    expect(endpointAdvice(ENDPOINT, format)).toBeNull();
  });

  it('names when failures disable it', () => {
    const failing = { ...ENDPOINT, failing_since: '2026-11-20T10:00:00Z', disables_at: '2026-11-25T10:00:00Z' };
    expect(endpointAdvice(failing, format)?.text).toMatch(/since <2026-11-20.*after <2026-11-25/);
  });

  it('distinguishes a pause of the owner from one of the plan', () => {
    const paused = { ...ENDPOINT, status: 'paused' as const };
    expect(endpointAdvice({ ...paused, paused_reason: 'owner' }, format)?.kind).toBe('info');
    expect(endpointAdvice({ ...paused, paused_reason: 'plan' }, format)?.text).toContain('plan');
  });

  it('explains what to do with a disabled one and an unverified one', () => {
    expect(endpointAdvice({ ...ENDPOINT, status: 'disabled' }, format)?.text).toContain('send a test, and resume it');
    expect(endpointAdvice({ ...ENDPOINT, is_verified: false }, format)?.text).toContain('Send a test');
  });
});

describe('the advice for an endpoint whose authorization has ended', () => {
  it('says who has to resume it', () => {
    const lost = { ...ENDPOINT, status: 'disabled' as const, disabled_reason: 'permission_lost: the API key key_1.' };
    expect(endpointAdvice(lost, format)?.text).toContain('Resume it to authorize it yourself');
  });
});

describe('a recovery', () => {
  it('counts in correct grammar', () => {
    expect([0, 1, 2].map(countText)).toEqual([
      'No failed or missed deliveries since then.',
      '1 delivery will be sent.',
      '2 deliveries will be sent.',
    ]);
  });

  it('never reports a negative progress when further deliveries fail', () => {
    expect(progressText({ count: 5, remaining: 7 })).toBe('0 of 5 deliveries sent…');
    expect(progressText({ count: 5, remaining: 2 })).toBe('3 of 5 deliveries sent…');
  });
});
