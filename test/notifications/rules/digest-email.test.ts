import { describe, expect, it } from 'vitest';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../lib/core/values/page-language.ts';
import { buildDigestEmail } from '../../../lib/notifications/rules/digest-email.ts';
import { NOTIFICATION_KINDS, type NotificationKind } from '../../../lib/notifications/rules/kinds.ts';
import { NOTHING_FURTHER, type Notification } from '../../../lib/notifications/rules/notification.ts';

const AT = '2026-11-20T09:30:00.000Z';
const NAMES = new Map([['usr_1', 'Grace']]);

/** A notification about an item. */
function notification(kind: NotificationKind, fields: Partial<Notification> = {}): Notification {
  const about = { resource_type: 'content', resource_id: 'cnt_1', title: 'Launch', platform: 'twitter' } as const;
  return { ...NOTHING_FURTHER, ...about, id: 'ntf_1', workspace_id: 'ws_1', kind, created_at: AT, ...fields };
}

const digestIn = (language: PageLanguage, ...notifications: Notification[]) =>
  buildDigestEmail(notifications, 'Acme\nBcc: all@example.com', NAMES, 'https://app.example.com', language);
const emailOf = (...notifications: Notification[]) => digestIn('en', ...notifications);

describe('the email of a digest', () => {
  it('has the only notification as its subject, and counts several', () => {
    const failed = notification('post_failed');
    expect(emailOf(failed).subject).toBe('"Launch" was not published on X.');
    expect(emailOf(failed, failed).subject).toBe('2 notifications in Acme Bcc: all@example.com');
  });

  it.each([
    ['post_unconfirmed', {}, 'its outcome on X has been unknown for 15 minutes'],
    ['token_expires', { due_at: AT }, 'Reconnect the account Launch on X before 2026-11-20 09:30 UTC.'],
    ['approval_requested', { actor_id: 'usr_1', due_at: AT }, 'Grace requested approval of "Launch", which is due at'],
    ['approval_requested', { actor_id: 'usr_2' }, 'A former member requested approval of "Launch".'],
    ['approval_decided', { actor_id: 'rvl_1', actor_name: 'Ada', reason: 'approved' }, 'Ada approved "Launch".'],
    ['approval_decided', { actor_id: 'usr_1', reason: 'changes_requested' }, 'Grace requested changes to "Launch".'],
    ['budget_used_up', { due_at: AT }, 'is used up until 2026-11-20 09:30 UTC. Publishing continues.'],
  ] as const)('describes %s', (kind, fields, text) => {
    expect(emailOf(notification(kind, fields)).text).toContain(text);
  });

  it.each([
    ['content', 'cnt_1', '/app/#/posts/cnt_1'],
    ['account', 'acc_1', '/app/#/accounts'],
    ['webhook', 'wh_1', '/app/#/webhooks/wh_1'],
  ] as const)('links to the %s in the dashboard', (resource_type, resource_id, path) => {
    const { text } = emailOf(notification('post_failed', { resource_type, resource_id }));
    expect(text).toContain(`https://app.example.com${path}\n`);
  });

  it('describes the first ten notifications and counts the others', () => {
    const { text } = emailOf(...Array.from({ length: 12 }, () => notification('post_failed')));
    expect(text.match(/was not published/g)).toHaveLength(10);
    expect(text).toContain('And 2 more.');
  });

  it('has every title on one line, shortened without cutting a character in two', () => {
    const { text, subject } = emailOf(notification('post_failed', { title: `Line\n${'👩‍🚀'.repeat(200)}` }));
    expect([text.isWellFormed(), subject.includes('\n')]).toEqual([true, false]);
    expect(text).toContain('…');
  });

  it.each(PAGE_LANGUAGES)('has a description of every kind in %s, which no other language has', (language) => {
    for (const kind of NOTIFICATION_KINDS) {
      const described = PAGE_LANGUAGES.filter((each) => each !== language).map(
        (each) => digestIn(each, notification(kind, { due_at: AT })).subject,
      );
      const { subject, text } = digestIn(language, notification(kind, { due_at: AT }));
      expect(subject).toContain('Launch');
      expect(described).not.toContain(subject);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
  });
});
