import * as z from 'zod/mini';
import { defineExtensions } from '../core/problems/define-extensions.ts';
import { PLATFORMS } from '../platforms/platform.ts';

export const extensions = defineExtensions({
  current: {
    of: {
      not_editable: 'the current state.',
      nothing_to_retry: 'the current state.',
      approval_required: 'the approval status.',
    },
    example: 'published',
  },
  next_check_at: {
    of: {
      'invalid_state_transition, for the deletion of an item whose outcome is unknown': 'the time of the next check.',
    },
    format: 'date-time',
    example: '2026-11-20T09:30:05.000Z',
  },
  platform: {
    of: { already_pending: 'the platform.', already_published: 'the platform.' },
    schema: z.enum(PLATFORMS),
  },
  account_id: {
    of: { already_pending: 'the account.', already_published: 'the account.' },
    schema: z.nullable(z.string()),
    example: 'acc_01K00000000000000000000000',
  },
  schedule_id: {
    of: {
      already_pending: 'the id of the pending schedule entry.',
      already_published: 'the id of the published schedule entry.',
    },
    example: 'scd_01K00000000000000000000000',
  },
  content_hash: {
    of: { content_changed: 'the hash of the present content.' },
    example: '5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c',
  },
  pointers: {
    of: { media_not_in_library: 'JSON pointers to the URLs in the content item.' },
    schema: z.array(z.string()),
    example: ['/media/0/url'],
  },
});
