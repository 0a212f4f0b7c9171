import { defineOperation } from '../../../core/api/define-operation.ts';
import { NotificationPreferencesResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'notifications.get-preferences',
  route: 'GET /v1/notifications/preferences',
  summary: 'Retrieve the notification preferences',
  description:
    'Return where the member of the token receives each kind of notification. A member receives a kind only with the permission for it.',
  permissions: 'token',
  access: { get: ['NotificationSettings'] },
});

export const response = NotificationPreferencesResponse;
