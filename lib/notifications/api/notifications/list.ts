import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { NotificationListResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'notifications.list',
  route: 'GET /v1/notifications',
  summary: 'List notifications',
  description:
    'Return the notifications of the last 90 days, newest first: failed and unconfirmed posts, accounts that need a reconnect, disabled webhook endpoints, approvals and budgets. The list has the kinds that the permissions of the token include and that the member receives in the dashboard. An API key lists those of the member who owns it. A page can have fewer notifications than `limit`, because a request for approval of your own item is left out.',
  permissions: 'token',
  query: PageQuery,
  access: { get: ['NotificationSettings', 'WorkspaceSettings'], list: ['Notification'] },
});

export const response = NotificationListResponse;
