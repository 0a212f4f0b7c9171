import { describe, expect, it } from 'vitest';
import english from '../../dashboard/languages/en.json' with { type: 'json' };
import {
  type Notification,
  type NotificationKind,
  pathOf,
  textOf,
} from '../../dashboard/src/screens/notifications/notification-text.ts';
import './english.ts';

const KINDS = Object.keys(english.notifications).flatMap((key) =>
  key.startsWith('kind_') ? [key.slice('kind_'.length) as NotificationKind] : [],
);

const POST = { resource_type: 'content', resource_id: 'cnt_1', title: 'Launch', platform: 'twitter' } as Notification;

describe('the text of a notification', () => {
  it.each(KINDS)('of the kind %s has its title', (kind) => {
    expect(textOf({ ...POST, kind }, 'Grace')).toContain('Launch');
  });

  it('distinguishes an approval from a request for changes', () => {
    const decided = { ...POST, kind: 'approval_decided' } as const;
    expect(textOf({ ...decided, reason: 'approved' }, 'Grace')).toBe('“Launch” approved by Grace.');
    expect(textOf({ ...decided, reason: 'changes_requested' }, 'Grace')).toBe(
      'Changes to “Launch” requested by Grace.',
    );
  });
});

it.each([
  ['content', 'cnt_1', '/posts/cnt_1'],
  ['account', 'acc_1', '/accounts'],
  ['webhook', 'wh_1', '/webhooks/wh_1'],
] as const)(
  'a notification about a resource of the type %s links to its screen',
  (resource_type, resource_id, path) => {
    expect(pathOf({ resource_type, resource_id })).toBe(path);
  },
);
