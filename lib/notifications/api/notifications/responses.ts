import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, Pagination, timestamp } from '../../../core/api/response-fields.ts';
import { PLATFORMS } from '../../../platforms/platform.ts';
import { KINDS, NOTIFICATION_KINDS } from '../../rules/kinds.ts';
import { RESOURCE_KINDS } from '../../rules/notification.ts';

// biome-ignore format: one field per line.
export const NotificationResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the notification.', examples: ['ntf_01K00000000000000000000000'] })),
  kind: z.enum(NOTIFICATION_KINDS).check(z.meta({ description: 'What happened.', examples: ['post_failed'] })),
  created_at: timestamp().check(z.meta({ description: 'Time of the occurrence.', examples: ['2026-11-20T09:30:00.000Z'] })),
  resource_type: z.enum(RESOURCE_KINDS).check(z.meta({ description: 'The kind of the resource concerned.', examples: ['content'] })),
  resource_id: z.string().check(z.meta({ description: 'The id of the resource: of the content item, the account or the webhook endpoint. It may have been deleted since.', examples: ['cnt_01K00000000000000000000000'] })),
  title: z.string().check(z.meta({ description: 'The title of the content item, the name of the account, or the host of the webhook endpoint.', examples: ['Summer campaign'] })),
  platform: z.nullable(z.enum(PLATFORMS)).check(z.describe('The platform concerned. Null if none or several are.')),
  account_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the account concerned. Null if none is, or if it is unknown.', examples: ['acc_01K00000000000000000000000'] })),
  reason: z.nullable(z.string()).check(z.meta({ description: 'Why it happened: the error code of a post, the `reconnect_reason` of an account, or `approved` or `changes_requested`. Null if there is no code.', examples: ['duplicate_content'] })),
  detail: z.nullable(z.string()).check(z.meta({ description: 'The error message, the reason why the endpoint was disabled, or the note of the person who acted on the approval. Null if there is none.', examples: ['The platform rejected the post: it has the same text as an earlier one.'] })),
  due_at: z.nullable(timestamp()).check(z.meta({ description: 'Time at which the post is due, the token expires, or the budget starts again. Null if there is none.', examples: ['2026-11-20T09:30:00.000Z'] })),
  actor_id: z.nullable(z.string()).check(z.meta({ description: 'The member or the review link that acted on the approval. Null for other kinds.', examples: [null] })),
  actor_name: z.nullable(z.string()).check(z.meta({ description: 'The name of the external reviewer who acted on the approval. Null for a member.', examples: [null] })),
  is_read: z.boolean().check(z.meta({ description: 'Whether the member has marked the notification as read.', examples: [false] })),
}));

// biome-ignore format: one field per line.
const unreadFields = lazy(() => ({
  unread_count: integer().check(z.meta({ description: 'Number of unread notifications, counted up to 100.', examples: [1] })),
  unread_count_is_capped: z.boolean().check(z.meta({ description: 'Whether there are more than `unread_count` unread notifications.', examples: [false] })),
}));

export const NotificationListResponse = lazyObject(() => ({
  notifications: z.array(NotificationResponse()).check(z.describe('The notifications on this page.')),
  ...unreadFields(),
  pagination: Pagination(),
}));

export const NotificationsReadResponse = lazyObject(() => ({
  read_until: z
    .nullable(timestamp())
    .check(z.meta({ description: 'Notifications up to this time are read.', examples: ['2026-11-20T09:30:00.000Z'] })),
  ...unreadFields(),
}));

const channels = lazy(() =>
  z.object({
    dashboard: z
      .boolean()
      .check(z.meta({ description: 'Whether the list has notifications of this kind.', examples: [true] })),
    email: z
      .boolean()
      .check(z.meta({ description: 'Whether emails report notifications of this kind.', examples: [true] })),
  }),
);

export const NotificationPreferencesResponse = lazyObject(() => ({
  preferences: z
    .object(
      Object.fromEntries(
        NOTIFICATION_KINDS.map((kind) => [kind, channels().check(z.describe(KINDS[kind].description))]),
      ),
    )
    .check(z.describe('Every kind of notification, and where the member receives it.')),
}));
