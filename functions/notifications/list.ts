import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { operation } from '../../lib/notifications/api/notifications/list.ts';
import { concerns, toNotificationView } from '../../lib/notifications/rules/notification.ts';
import { loadNotificationView, prefetchSettings } from '../../lib/notifications/steps/notification-view.ts';
import { unreadCount } from '../../lib/notifications/steps/unread-count.ts';
import { listNotifications } from '../../lib/notifications/store/notifications.ts';

/** List the notifications of the member, newest first. */
export const handler = defineEndpoint(
  { ...operation, prefetch: prefetchSettings },
  async ({ caller, query, context }) => {
    const paging = parsePagination(context, query);
    const view = await loadNotificationView(caller);
    const { read_until } = view.settings;
    const [page, unread] = await Promise.all([
      listNotifications(caller.workspace.id, view.audiences, paging),
      unreadCount(caller, view, read_until),
    ]);
    const { pagination, headers } = paginationResponse(context, paging, page);
    const notifications = page.records
      .filter((notification) => concerns(notification, caller, view.workspaceSettings))
      .map((notification) => toNotificationView(notification, read_until));
    return { status: 200, headers, body: { notifications, ...unread, pagination } };
  },
);
