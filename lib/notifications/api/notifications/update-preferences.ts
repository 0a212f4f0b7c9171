import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { KINDS, NOTIFICATION_KINDS, type NotificationKind } from '../../rules/kinds.ts';
import { NotificationPreferencesResponse } from './responses.ts';

const channels = z.strictObject({
  dashboard: z.optional(
    z.boolean().check(z.meta({ description: 'Whether the list has notifications of this kind.', examples: [true] })),
  ),
  email: z.optional(
    z.boolean().check(z.meta({ description: 'Whether emails report notifications of this kind.', examples: [false] })),
  ),
});

export const NotificationPreferencesUpdate = z.strictObject({
  preferences: z
    .strictObject(
      Object.fromEntries(
        NOTIFICATION_KINDS.map((kind) => [kind, z.optional(channels.check(z.describe(KINDS[kind].description)))]),
      ) as Record<NotificationKind, z.ZodMiniOptional<typeof channels>>,
    )
    .check(z.describe('The kinds to change. Omitted kinds and channels do not change.')),
});

export const operation = defineOperation({
  id: 'notifications.update-preferences',
  route: 'PUT /v1/notifications/preferences',
  summary: 'Update the notification preferences',
  description:
    'Set where the member of the token receives each kind of notification. The change applies to the list at once, including older notifications, and to emails that are not sent yet.',
  permissions: 'token',
  body: NotificationPreferencesUpdate,
  access: { get: ['NotificationSettings'], put: ['NotificationSettings'] },
  example: { body: { preferences: { post_failed: { email: false } } } },
});

export const response = NotificationPreferencesResponse;
