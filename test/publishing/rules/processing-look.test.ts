import { describe, expect, it } from 'vitest';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import { defaultSettings } from '../../../lib/identity/rules/workspace-settings.ts';
import { nextStep } from '../../../lib/publishing/rules/next-step.ts';
import type { StillProcessing } from '../../../lib/publishing/rules/processing-look.ts';
import type { Known } from '../../../lib/publishing/rules/step.ts';
import {
  at,
  entryOn,
  LIMIT_SECONDS,
  NEXT_SEND,
  NOW_MS,
  SEND_KEY,
  scheduled,
  withOutcome,
} from '../../content/rules/items.ts';

const DUE_MS = NOW_MS + 3600_000;
const LIMIT_MS = DUE_MS + LIMIT_SECONDS * 1000;

const NOT_READY = {
  code: 'media_not_ready',
  message: 'Still processing.',
  category: 'platform',
  retryable: true,
} as const;
const RUNNING: StillProcessing = { error: NOT_READY, continueAfterSeconds: 20 };

/** What a worker knows about a due entry whose last attempt ended because the platform processes its video. */
function processed(entry: Partial<ScheduleEntry> = {}, more: Partial<Known> = {}): Known {
  const state = withOutcome(scheduled('twitter'), 'twitter', 'pending');
  const prepared_state = { mediaIds: ['1'], processingSince: at(3600) };
  const stored = { ...entryOn(state, 'twitter'), error: NOT_READY, prepared_state, ...entry };
  const limits = { endsAtMs: LIMIT_MS, latenessLimitSeconds: LIMIT_SECONDS };
  const facts = { content: state.content, settings: defaultSettings('ws_1'), nextSend: NEXT_SEND };
  const access = { state: 'usable' } as const;
  return {
    attemptId: 'att_1',
    ...limits,
    entry: stored,
    saved: stored,
    access,
    preparesWithRequests: true,
    ...facts,
    ...more,
  };
}

const SEND = { key: SEND_KEY, sent_at: at(0), ended_at: at(1) };

describe('the next step for a video that the platform processes', () => {
  it.each<[string, Known, string]>([
    ['asks the platform, without a claim', processed(), 'ask'],
    ['asks about a later part of a thread', processed({ state: 'continuing' }), 'ask'],
    ['is an attempt when the platform does not process it any more', processed({}, { processing: null }), 'claim'],
    ['is an attempt after another error', processed({ error: { ...NOT_READY, code: 'rate_limited' } }), 'claim'],
    ['is an attempt when nothing is saved', processed({ prepared_state: null }), 'claim'],
    ['is an attempt after a worker that crashed', processed({ state: 'claimed' }), 'claim'],
    ['is an attempt that fails without an account', processed({}, { access: { state: 'missing' } }), 'claim'],
    [
      'is an attempt, which looks for an earlier send first',
      processed({ unconfirmed_send: { sent_at: at(0), checks: 4, sends: [SEND] } }),
      'claim',
    ],
  ])('%s', (_, known, expected) => {
    expect(nextStep(known, DUE_MS).step).toBe(expected);
  });

  it('postpones the look to the time that the platform needs, and changes nothing else', () => {
    const known = processed({}, { processing: RUNNING });
    expect(nextStep(known, DUE_MS)).toEqual({
      step: 'postpone',
      why: 'still processing',
      entry: { ...known.entry, due_at: at(3620) },
    });
  });

  it('is a last look five seconds before the lateness limit, and then an attempt that ends it', () => {
    const known = processed({}, { processing: RUNNING });
    expect(nextStep(known, LIMIT_MS - 15_000)).toMatchObject({
      step: 'postpone',
      why: 'still processing',
      entry: { due_at: at(3600 + LIMIT_SECONDS - 5) },
    });
    expect(nextStep(known, LIMIT_MS - 4_999).step).toBe('claim');
  });
});
