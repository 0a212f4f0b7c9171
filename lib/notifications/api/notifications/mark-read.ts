import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { time } from '../../../core/api/request-fields.ts';
import { NotificationsReadResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const NotificationsRead = z.strictObject({
  until: time.check(z.meta({ description: 'The `created_at` of the newest notification that you have seen. It and all older ones are marked as read. A time in the future counts as a minute from now.', examples: ['2026-11-20T09:30:00.000Z'] })),
});

export const operation = defineOperation({
  id: 'notifications.mark-read',
  route: 'PUT /v1/notifications/read',
  summary: 'Mark notifications as read',
  description:
    'Mark the notifications up to a time as read, for the member of the token. Newer notifications stay unread. A time before that of an earlier request changes nothing.',
  permissions: 'token',
  body: NotificationsRead,
  access: { get: ['NotificationSettings', 'WorkspaceSettings'], list: ['Notification'], put: ['NotificationSettings'] },
  example: { body: { until: '{{yesterday}}' } },
});

export const response = NotificationsReadResponse;
