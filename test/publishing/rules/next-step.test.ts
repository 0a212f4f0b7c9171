import { describe, expect, it } from 'vitest';
import type { Content } from '../../../lib/content/rules/content.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import { defaultSettings } from '../../../lib/identity/rules/workspace-settings.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import type { Finding, RequestOutcome } from '../../../lib/publishing/rules/attempt-outcome.ts';
import { nextStep } from '../../../lib/publishing/rules/next-step.ts';
import type { Known, Step } from '../../../lib/publishing/rules/step.ts';
import {
  at,
  DECLINED,
  entryOn,
  LIMIT_SECONDS,
  NEXT_SEND,
  NOW_MS,
  SEND_KEY,
  type SimulatedOutcome,
  scheduled,
  UNANSWERED,
  withApproval,
  withOutcome,
} from '../../content/rules/items.ts';

const DUE_MS = NOW_MS + 3600_000;
const LEASE_MS = LEASE_SECONDS.attempt * 1000;
const CHECK_MS = DUE_MS + 5_000;
const LATE_MS = DUE_MS + LIMIT_SECONDS * 1000 + 1;

const SETTINGS = defaultSettings('ws_1');
const NEEDS_APPROVAL = { ...SETTINGS, approval: 'required' as const };
const HALTS_KNOWN = { haltsReadMs: Number.POSITIVE_INFINITY };
const USABLE = { state: 'usable' } as const;
const SEND = { key: SEND_KEY, sent_at: at(3600), ended_at: at(3600), prepared_state: { container: 'c1' } };
const FOUND: Finding = {
  result: 'found',
  post: { platformPostId: 'p1', url: null, publishedAtMs: DUE_MS, send: SEND },
};
const PREPARED: RequestOutcome = { outcome: 'prepared', preparation: { container: 'c1' } };
const REJECTED: RequestOutcome = { outcome: 'rejected', error: DECLINED };
const PUBLISHED: RequestOutcome = { outcome: 'published', platformPostId: 'p1', url: null };
const RETRY: RequestOutcome = { outcome: 'retry', error: DECLINED, retryAfterSeconds: null };
const UNKNOWN: RequestOutcome = { outcome: 'unknown', error: UNANSWERED };
const NAMED = { platformPostId: 'p2', url: null, publishedAtMs: DUE_MS };
const DUPLICATE: RequestOutcome = {
  outcome: 'rejected',
  error: { ...DECLINED, code: 'duplicate_content' },
  duplicateOf: NAMED,
};

/** What a worker knows that has read everything about an entry in this state. */
function read(fate: SimulatedOutcome, more: Partial<Known> = {}, platform: Platform = 'twitter'): Known {
  const state = withOutcome(scheduled(platform), platform, fate);
  const entry = entryOn(state, platform);
  const limits = { endsAtMs: LATE_MS + LEASE_MS, latenessLimitSeconds: LIMIT_SECONDS };
  const facts = { content: state.content, settings: SETTINGS, access: USABLE, nextSend: NEXT_SEND, ...HALTS_KNOWN };
  return { attemptId: 'att_1', ...limits, entry, saved: entry, ...facts, ...more };
}

/** The same for the worker that has claimed the entry. */
function held(fate: 'claimed' | 'sending', more: Partial<Known> = {}): Known {
  return read(fate, { attemptId: 'att_twitter', ...more });
}

/** The worker that has claimed an entry, and saves the claim with its next step. */
function unsaved(more: Partial<Known>): Known {
  return held('claimed', { saved: read('pending').entry!, ...more });
}

/** An entry whose parts are all live, but whose item had another part before. */
const CONTINUED = {
  ...read('pending').entry!,
  state: 'continuing' as const,
  parts: [{ platform_post_id: 'p1', url: null, published_at: at(3600) }],
};

/** The item of an entry with an approval. */
function approved({ content, entry }: Known): Content {
  return { ...content!, approval: withApproval(scheduled(entry!.platform).content, 'approved').approval };
}

/** The worker that sends an unconfirmed post on Bluesky again. */
function repeating(outcome: RequestOutcome): Known {
  const check = read('unconfirmed', { finding: { result: 'not_live' } }, 'bluesky');
  const step = nextStep(check, CHECK_MS);
  if (step.step !== 'repeat') throw new Error(`Not sent again: ${step.step}`);
  const { content, entries } = step.transition(check.content!, CHECK_MS);
  return { ...check, content, entry: entries[0]!, saved: entries[0]!, repeated: step.send, outcome };
}

/** Describe a step: what it is, and the state of the entry that it saves. */
function describeStep(step: Step, content: Content | null | undefined, nowMs: number): string {
  if (step.step === 'read') return `read ${step.what}`;
  if (step.step === 'wait') return `wait ${step.waitMs}`;
  if (!('transition' in step)) return step.step;
  const saved = content && step.transition?.(content, nowMs).entries[0];
  const with_ = step.step === 'claim' ? (step.isSavedWithNext ? ' later' : ' now') : '';
  return `${step.step}${with_}${saved ? `, ${saved.state}` : ''}${saved?.error ? `, ${saved.error.code}` : ''}`;
}

const stepAt = (known: Known, nowMs: number, item = known.content) => describeStep(nextStep(known, nowMs), item, nowMs);

const NOTHING: Known = { attemptId: 'att_1', endsAtMs: LATE_MS, latenessLimitSeconds: LIMIT_SECONDS };
const ENTRY_ONLY: Known = { ...NOTHING, entry: read('pending').entry! };

describe('the next step', () => {
  it.each<[string, Known, number, string]>([
    ['reads the entry alone', NOTHING, DUE_MS, 'read entry'],
    ['stops without an entry', { ...NOTHING, entry: null }, DUE_MS, 'stop'],
    ['waits for an entry that is due in a second', ENTRY_ONLY, DUE_MS - 1_000, 'wait 1000'],
    ['leaves an entry that is due later to its own message', ENTRY_ONLY, DUE_MS - 1_001, 'stop'],
    ['reads the item of an entry that is due', ENTRY_ONLY, DUE_MS, 'read item'],
    ['leaves an entry to the worker that has claimed it', read('claimed'), DUE_MS + LEASE_MS - 1, 'stop'],
    ['leaves an entry to the worker that sends it', read('sending'), DUE_MS + LEASE_MS - 1, 'stop'],
    ['stops for a published entry', read('published'), LATE_MS, 'stop'],
    ['stops after the end of the attempt', read('pending', { isSettled: true }), DUE_MS, 'stop'],
    ['ends an entry whose item was deleted', read('pending', { content: null }), DUE_MS, 'settle'],
    ['fails an entry that is too late', read('pending'), LATE_MS, 'settle, failed, too_late'],
    [
      'marks a send of a crashed worker as unconfirmed, however late',
      read('sending'),
      LATE_MS,
      'settle, unconfirmed, outcome_unknown',
    ],
    [
      'fails an item without the required approval',
      read('pending', { settings: NEEDS_APPROVAL }),
      DUE_MS,
      'settle, failed, not_approved',
    ],
  ])('%s', (_, known, nowMs, expected) => {
    expect(stepAt(known, nowMs)).toBe(expected);
  });
});

describe('the next step of a retry, after an earlier send whose outcome is unknown', () => {
  const unconfirmed_send = { sent_at: at(0), checks: 4, sends: [{ ...SEND, sent_at: at(0), ended_at: at(1) }] };
  const retried = (more: Partial<Known> = {}, platform: Platform = 'twitter', attempts = 1) => {
    const known = read('pending', { attemptId: `att_${platform}`, ...more }, platform);
    return { ...known, entry: { ...known.entry!, unconfirmed_send, attempts } };
  };
  /** The worker that has claimed the retry and looked. */
  const looked = (result?: Finding['result'], platform: Platform = 'twitter', attempts = 1) => {
    const finding = result === 'found' ? FOUND : result && { result };
    const known = retried({ finding }, platform, attempts);
    const attempt = { id: `att_${platform}`, sent_at: null };
    const entry = { ...known.entry, state: 'claimed' as const, attempt };
    return { ...known, entry, saved: entry };
  };

  it.each<[string, Known, string]>([
    ['claims before the look', retried(), 'claim now, claimed'],
    ['looks before the preparation', looked(), 'look'],
    ['publishes the post that was found', looked('found'), 'settle, published'],
    [
      'is unconfirmed when the post that was found belongs to another target',
      { ...looked('found'), isPostTaken: true },
      'settle, unconfirmed, post_already_claimed',
    ],
    [
      'is unconfirmed when a post may be that of another target',
      looked('ambiguous'),
      'settle, unconfirmed, outcome_unknown',
    ],
    ['waits for a platform that does not answer', looked('not_seen'), 'settle, pending, earlier_send_unchecked'],
    ['sends after two looks without an answer', looked('not_seen', 'twitter', 3), 'prepare'],
    ['sends at once under a key of ours', looked('not_seen', 'bluesky'), 'prepare'],
    ['sends what is proved absent', looked('not_live', 'bluesky'), 'prepare'],
    ['sends what is not listed', looked('not_listed'), 'prepare'],
    ['sends what cannot be looked up', looked('unsupported'), 'prepare'],
  ])('%s', (_, known, expected) => {
    expect(stepAt(known, DUE_MS)).toBe(expected);
  });

  it('uses again what the earlier send has prepared, unless the post was edited since', () => {
    const prepared = (sends: Partial<typeof SEND & { is_outdated: true }>) => {
      const known = retried();
      const entry = { ...known.entry, unconfirmed_send: { ...unconfirmed_send, sends: [{ ...SEND, ...sends }] } };
      const step = nextStep({ ...known, entry }, DUE_MS);
      return step.step === 'claim' && step.transition(known.content!, DUE_MS).entries[0]!.prepared_state;
    };
    expect(prepared({})).toEqual({ container: 'c1' });
    expect(prepared({ is_outdated: true })).toBeNull();
    expect(prepared({ key: 'another text' })).toBeNull();
  });

  it('on Bluesky is unconfirmed when the server has another record under the key', () => {
    const known = read('sending', { attemptId: 'att_bluesky', outcome: DUPLICATE }, 'bluesky');
    const entry = { ...known.entry!, unconfirmed_send };
    const saved = { ...known, entry, saved: entry, finding: { result: 'not_live' as const } };
    expect(stepAt(saved, DUE_MS)).toBe('settle, unconfirmed, duplicate_content');
  });
});

describe('the next step before a send', () => {
  it.each<[string, Known, string]>([
    ['reads the token before the claim', read('pending', { access: undefined }), 'read access'],
    [
      'claims before a preparation with requests',
      read('pending', { preparesWithRequests: true }),
      'claim now, claimed',
    ],
    ['saves another claim with the step after it', read('pending'), 'claim later, claimed'],
    ['claims an entry without an account', read('pending', { access: { state: 'missing' } }), 'claim later, claimed'],
    [
      'prepares nothing without an account',
      read('pending', { access: { state: 'missing' }, preparesWithRequests: true }),
      'claim later, claimed',
    ],
    [
      'fails a claimed entry without an account',
      unsaved({ access: { state: 'missing' } }),
      'settle, failed, account_missing',
    ],
    [
      'retries while the token is unavailable',
      unsaved({ access: { state: 'unavailable' } }),
      'settle, pending, account_unavailable',
    ],
    ['prepares what it has claimed', held('claimed'), 'prepare'],
    ['sends what is prepared', held('claimed', { outcome: PREPARED }), 'send, sending'],
    [
      'continues later without the time for a response',
      held('claimed', { outcome: PREPARED, endsAtMs: DUE_MS + 24_999 }),
      'settle, pending, preparation_slow',
    ],
    ['fails after a rejection', held('claimed', { outcome: REJECTED }), 'settle, failed, declined'],
    ['saves the claim before a rejection', unsaved({ outcome: REJECTED }), 'claim now, claimed'],
    ['looks for a post that is live already', held('claimed', { outcome: { outcome: 'already_live' } }), 'look'],
  ])('%s', (_, known, expected) => {
    expect(stepAt(known, DUE_MS)).toBe(expected);
  });

  it('sends nothing whose approval was withdrawn by the time of the save', () => {
    const known = held('claimed', { outcome: PREPARED, settings: NEEDS_APPROVAL });
    expect(stepAt(known, DUE_MS, approved(known))).toBe('send, sending');
    expect(stepAt(known, DUE_MS)).toBe('send, failed, not_approved');
  });

  it.each([
    ['the missing approval', read('pending', { settings: NEEDS_APPROVAL })],
    ['a thread that has no part left', read('pending', { entry: CONTINUED })],
  ])('decides again about %s when its item has changed', (_, known) => {
    expect(nextStep(known, DUE_MS)).toMatchObject({ step: 'settle', unchanged: 'item' });
  });

  it.each([
    ['the item as it was read when its claim is not saved', unsaved({ outcome: PREPARED }), 'item'],
    ['the entry alone after its claim', held('claimed', { outcome: PREPARED }), 'entry'],
  ])('sends on the condition of %s', (_, known, unchanged) => {
    expect(nextStep(known, DUE_MS)).toMatchObject({ step: 'send', unchanged });
  });
});

describe('the next step after a send', () => {
  const repeat = (outcome: RequestOutcome) => repeating(outcome);
  it.each<[string, Known, string]>([
    ['is none without an outcome', held('sending'), 'stop'],
    ['is none while only the preparation has one', held('sending', { outcome: PREPARED }), 'stop'],
    ['publishes after a confirmation', held('sending', { outcome: PUBLISHED }), 'settle, published'],
    ['retries what was not sent', held('sending', { outcome: RETRY }), 'settle, pending, declined'],
    [
      'is unconfirmed after an unknown outcome',
      held('sending', { outcome: UNKNOWN }),
      'settle, unconfirmed, no_answer',
    ],
    [
      'is unconfirmed when its post belongs to another target',
      held('sending', { outcome: PUBLISHED, isPostTaken: true }),
      'settle, unconfirmed, post_already_claimed',
    ],
    ['compares a duplicate with earlier sends', held('sending', { outcome: DUPLICATE }), 'look'],
    [
      'fails for a duplicate of another post',
      held('sending', { outcome: DUPLICATE, finding: { result: 'none' } }),
      'settle, failed, duplicate_content',
    ],
    ['publishes a repeat that is confirmed', repeat(PUBLISHED), 'settle, published'],
    ['stays unconfirmed after a repeat that was rejected', repeat(REJECTED), 'settle, unconfirmed, declined'],
    ['stays unconfirmed after a repeat that was not sent', repeat(RETRY), 'settle, unconfirmed, declined'],
  ])('%s', (_, known, expected) => {
    expect(stepAt(known, DUE_MS)).toBe(expected);
  });

  it('compares the post that the platform names', () => {
    expect(nextStep(held('sending', { outcome: DUPLICATE }), DUE_MS)).toEqual({ step: 'look', named: NAMED });
  });
});

describe('the next step of a check', () => {
  const check = (finding: Finding['result'], more: Partial<Known> = {}, platform: Platform = 'twitter') => {
    return read('unconfirmed', { finding: finding === 'found' ? FOUND : { result: finding }, ...more }, platform);
  };

  it.each<[string, Known, string]>([
    ['reads the token', read('unconfirmed', { access: undefined }), 'read access'],
    ['looks for the post', read('unconfirmed'), 'look'],
    [
      'checks later without a token',
      read('unconfirmed', { access: { state: 'unavailable' } }),
      'settle, unconfirmed, no_answer',
    ],
    ['publishes a post that was found', check('found'), 'settle, published'],
    [
      'checks later for a post of another target',
      check('found', { isPostTaken: true }),
      'settle, unconfirmed, no_answer',
    ],
    ['checks later for a post that was not seen', check('not_seen'), 'settle, unconfirmed, no_answer'],
    ['retries a post that is not live', check('not_live'), 'settle, pending, not_published'],
    [
      'repeats a post that is not live where there can be only one',
      check('not_live', {}, 'bluesky'),
      'repeat, sending, no_answer',
    ],
    [
      'repeats nothing without the time for a response',
      check('not_live', { endsAtMs: CHECK_MS + 24_999 }, 'bluesky'),
      'stop',
    ],
    [
      'repeats nothing without the required approval',
      check('not_live', { settings: NEEDS_APPROVAL }, 'bluesky'),
      'settle, unconfirmed, no_answer',
    ],
  ])('%s', (_, known, expected) => {
    expect(stepAt(known, CHECK_MS)).toBe(expected);
  });

  it('repeats nothing whose approval was withdrawn by the time of the save', () => {
    const known = check('not_live', { settings: NEEDS_APPROVAL }, 'bluesky');
    const before = { ...known, content: approved(known) };
    expect(stepAt(before, CHECK_MS)).toBe('repeat, sending, no_answer');
    expect(stepAt(before, CHECK_MS, known.content)).toBe('repeat, unconfirmed, no_answer');
  });

  it.each([
    ['the post that was found', check('found')],
    ['the outcome of a send', held('sending', { outcome: PUBLISHED })],
  ])('saves %s until the invocation ends', (_, known) => {
    expect(nextStep(known, CHECK_MS)).toMatchObject({ step: 'settle', isOnlyRecord: true });
  });

  it('ends the checks of a platform that cannot be asked', () => {
    const known = check('unsupported');
    const step = nextStep(known, CHECK_MS);
    if (step.step !== 'settle') throw new Error(step.step);
    expect(step.transition!(known.content!, CHECK_MS).entries[0]).toMatchObject({ state: 'unconfirmed', due_at: null });
  });
});

describe('with anything that a worker can know', () => {
  const STATES = ['pending', 'claimed', 'sending', 'published', 'failed', 'unconfirmed', 'cancelled'] as const;
  const OUTCOMES = [
    undefined,
    PREPARED,
    { outcome: 'already_live' } as const,
    REJECTED,
    PUBLISHED,
    RETRY,
    UNKNOWN,
    DUPLICATE,
  ];
  const FINDINGS = [
    undefined,
    FOUND,
    ...(['none', 'ambiguous', 'not_live', 'not_listed', 'not_seen', 'unsupported', 'no_sends'] as const),
  ];
  const PLATFORMS = ['twitter', 'bluesky'] as const;
  const all = PLATFORMS.flatMap((platform) =>
    STATES.flatMap((state) =>
      ['att_1', `att_${platform}`].flatMap((attemptId) =>
        OUTCOMES.flatMap((outcome) =>
          FINDINGS.map((found) => {
            const finding = typeof found === 'string' ? { result: found } : found;
            return read(state, { attemptId, outcome, finding }, platform);
          }),
        ),
      ),
    ),
  );
  const steps = [DUE_MS, CHECK_MS, DUE_MS + LEASE_MS, LATE_MS].flatMap((nowMs) =>
    all.map((known) => ({ known, nowMs, step: nextStep(known, nowMs) })),
  );

  it('never prepares, claims or sends an entry that may have been sent', () => {
    const sent = steps.filter(({ known }) => known.entry!.state === 'sending').map(({ step }) => step.step);
    expect([...new Set(sent)].sort()).toEqual(['look', 'settle', 'stop']);
  });

  it('sends only after a write that stores it as sending', () => {
    const sends = steps.filter(({ step }) => step.step === 'send' || step.step === 'repeat');
    expect(sends.length).toBeGreaterThan(10);
    for (const { known, nowMs, step } of sends) expect(describeStep(step, known.content, nowMs)).toContain(', sending');
  });

  it('repeats only on a platform where a repeat creates no second post', () => {
    const repeats = steps.filter(({ step }) => step.step === 'repeat').map(({ known }) => known.entry!.platform);
    expect([...new Set(repeats)]).toEqual(['bluesky']);
  });
});
