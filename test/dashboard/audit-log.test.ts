import { describe, expect, it, test } from 'vitest';
import { rich } from '../../dashboard/src/language/texts.ts';
import { groupByDay } from '../../dashboard/src/screens/audit/days.ts';
import {
  type AuditEntry,
  actorText,
  resourceHref,
  resourceText,
  subjectOf,
  valueText,
} from '../../dashboard/src/screens/audit/describe.ts';
import { sentenceOf } from '../../dashboard/src/screens/audit/sentence.ts';
import {
  type AuditVerify,
  continueVerification,
  formatHead,
  isIntact,
  nextPart,
  parseHead,
  verificationText,
} from '../../dashboard/src/screens/audit/verification.ts';
import './english.ts';

const HASH = 'a'.repeat(64);

function part(changed: Partial<AuditVerify>): AuditVerify {
  const head = { number: 1500, hash: HASH };
  return {
    valid: true,
    checked: 1000,
    from: 1,
    to: 1000,
    hash: HASH,
    head,
    first_broken: null,
    complete: false,
    next: 1001,
    ...changed,
  };
}

describe('an audit entry', () => {
  const user = { type: 'user' as const, user_id: 'usr_1', client_id: 'key_1' };

  it('names its author, also one that is no member', () => {
    expect(actorText({ actor: user }, () => 'ada')).toBe('Ada');
    expect(actorText({ actor: { type: 'service', user_id: null, client_id: null } }, String)).toBe('System');
    const link = { type: 'review_link' as const, user_id: null, client_id: null, review_link_id: 'rvl_1' };
    expect(actorText({ actor: link }, String)).toBe('An external reviewer');
  });

  it('names its resource with its type, a person by the name, and one without a name by its type', () => {
    expect(resourceText({ type: 'content' }, 'Spring menu')).toBe('“Spring menu”');
    expect(resourceText({ type: 'member' }, 'Ada')).toBe('Ada');
    expect(resourceText({ type: 'key' }, 'Report')).toBe('the API key “Report”');
    expect(resourceText({ type: 'content' }, null)).toBe('a post');
  });

  it('about a comment names the post', () => {
    const changes = [{ field: 'content_id', before: null, after: 'cnt_1' }];
    expect(subjectOf({ resource: { type: 'review_comment', id: 'rcm_1' }, changes })).toEqual({
      type: 'content',
      id: 'cnt_1',
    });
  });

  it('leads to the screen of its resource, unless that was deleted', () => {
    const resource = { type: 'content' as const, id: 'cnt_1' };
    expect(resourceHref({ action: 'updated', resource })).toBe('/posts/cnt_1');
    expect(resourceHref({ action: 'deleted', resource })).toBeNull();
  });

  it('shows values for reading, and distinguishes an empty text from none', () => {
    expect([null, '', true, ['a', 'b'], [], 3].map(valueText)).toEqual(['–', '(empty)', 'yes', 'a, b', '(none)', '3']);
    expect(valueText({ status: 'pending' })).toBe('{\n  "status": "pending"\n}');
  });
});

describe('the sentence of an audit entry', () => {
  const CHANGES = {
    schedule: [{ field: 'scheduled_at', before: null, after: '2026-03-03T09:00:00Z' }],
    reschedule: [{ field: 'scheduled_at', before: '2026-03-02T09:00:00Z', after: '2026-03-03T09:00:00Z' }],
    unschedule: [{ field: 'scheduled_at', before: '2026-03-02T09:00:00Z', after: null }],
    publish: [{ field: 'targets.bluesky', before: { status: 'pending' }, after: { status: 'published' } }],
    submit: [{ field: 'approval', before: null, after: { status: 'pending_approval' } }],
    edit: [{ field: 'title', before: 'Menu', after: 'Spring menu' }],
  };

  /** The sentence of a change of a post, as it is read. */
  const sentence = (changes: AuditEntry['changes'], changed: Partial<AuditEntry> = {}) => {
    const { key, at, platforms } = sentenceOf({
      action: 'updated',
      operation: 'schedule.update',
      resource: { type: 'content', id: 'cnt_1' },
      actor: { type: 'user', user_id: 'usr_1', client_id: null },
      ...changed,
      changes,
    } as AuditEntry);
    const text = (content: unknown[]) => content.join('') as never;
    const values = { actor: 'Ada', name: '“Spring menu”', time: at, platforms: String(platforms) };
    return rich(key, { ...values, who: text, item: text });
  };

  it.each([
    ['schedule', 'Ada scheduled “Spring menu” for 2026-03-03T09:00:00Z'],
    ['reschedule', 'Ada rescheduled “Spring menu” to 2026-03-03T09:00:00Z'],
    ['unschedule', 'Ada removed “Spring menu” from the schedule'],
    ['publish', 'Ada published “Spring menu” on bluesky'],
    ['submit', 'Ada submitted “Spring menu” for approval'],
    ['edit', 'Ada changed “Spring menu”'],
  ] as const)('says what a change does: %s', (name, expected) => {
    expect(sentence(CHANGES[name])).toBe(expected);
  });

  it('says that changes were erased by what remains: the action', () => {
    expect(sentence(null, { action: 'deleted' })).toBe('Ada deleted “Spring menu”');
  });

  it('distinguishes who joined from who was added', () => {
    const actor = { type: 'user' as const, user_id: 'usr_1', client_id: null };
    const joined = { action: 'created', actor, resource: { type: 'member', id: 'usr_1' }, changes: [] };
    expect(sentenceOf(joined as unknown as AuditEntry).key).toBe('audit.did_join');
    const added = { ...joined, resource: { type: 'member', id: 'usr_2' } };
    expect(sentenceOf(added as unknown as AuditEntry).key).toBe('audit.did_addMember');
  });
});

test('the entries of a day are together, in the chosen time zone', () => {
  const entries = ['2026-11-20T23:30:00Z', '2026-11-20T10:00:00Z'].map((at) => ({ at }) as AuditEntry);
  expect(groupByDay(entries, 'UTC').map(({ name }) => name)).toEqual(['Friday, 20 November 2026']);
  expect(groupByDay(entries, 'Europe/Berlin').map(({ entries }) => entries.length)).toEqual([1, 1]);
});

describe('the verification of the audit log', () => {
  it('continues with the hash of the part before, and adds up what was checked', () => {
    const first = continueVerification(null, null, part({}));
    expect(nextPart(first)).toEqual({ from: 1001, previous_hash: HASH });
    expect(isIntact(first)).toBe(false);
    const last = part({ from: 1001, to: 1500, checked: 500, complete: true, next: null });
    const second = continueVerification(first, null, last);
    expect(nextPart(second)).toBeNull();
    expect(isIntact(second)).toBe(true);
    expect(verificationText(second)).toContain('All 1,500 entries are intact');
  });

  it('ends at the first broken entry, and says how it is broken', () => {
    const broken = part({ valid: false, checked: 41, first_broken: { number: 42, reason: 'altered' } });
    const verification = continueVerification(null, null, broken);
    expect(nextPart(verification)).toBeNull();
    expect(isIntact(verification)).toBe(false);
    expect(verificationText(verification)).toBe(
      'Entry 42 was modified after it was recorded. The 41 entries before it are intact.',
    );
  });

  it('says what a stored end detects: a rewritten and a shortened log', () => {
    const since = { number: 109, hash: HASH };
    const broken = (reason: 'unlinked' | 'missing') =>
      verificationText({
        since,
        checked: 0,
        last: part({ valid: false, checked: 0, first_broken: { number: 110, reason } }),
      });
    expect(broken('unlinked')).toContain('rewritten');
    expect(broken('missing')).toContain('It was truncated');
  });

  it('copies the end of the log in the form that it reads', () => {
    const head = { number: 109, hash: HASH };
    expect(parseHead(formatHead(head))).toEqual(head);
    expect(parseHead('109')).toBeNull();
    expect(parseHead(`109 ${HASH}0`)).toBeNull();
  });
});
