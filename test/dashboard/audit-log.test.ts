import { describe, expect, it } from 'vitest';
import {
  actionText,
  actorText,
  changesText,
  resourceHref,
  valueText,
} from '../../dashboard/src/screens/audit/describe.ts';
import {
  type AuditVerify,
  continueVerification,
  formatHead,
  isIntact,
  nextPart,
  parseHead,
  verificationText,
} from '../../dashboard/src/screens/audit/verification.ts';

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

  it('says what was done, and by which actor', () => {
    const resource = { type: 'endpoint' as const, id: 'wh_1' };
    expect(actionText({ action: 'updated', resource })).toBe('Changed webhook endpoint');
    expect(actionText({ action: 'created', resource: { type: 'session', id: 'ses_1' } })).toBe('Signed in');
    expect(actorText({ actor: user }, () => 'you')).toBe('You');
    expect(actorText({ actor: { type: 'service', user_id: null, client_id: null } }, String)).toContain('System');
    const link = { type: 'review_link' as const, user_id: null, client_id: null, review_link_id: 'rvl_1' };
    expect(actorText({ actor: link }, String)).toBe('An external reviewer');
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

  it('names up to three changed fields, and says when they were erased', () => {
    const changes = ['title', 'scheduled_at', 'status', 'platforms'].map((field) => ({ field, before: 1, after: 2 }));
    expect(changesText({ changes })).toBe('title, scheduled at, status and 1 more');
    expect(changesText({ changes: null })).toBe('Erased');
  });
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
