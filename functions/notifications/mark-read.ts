import { parseTimestampField } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { operation } from '../../lib/notifications/api/notifications/mark-read.ts';
import { markRead } from '../../lib/notifications/rules/notification-settings.ts';
import { loadNotificationView, prefetchSettings } from '../../lib/notifications/steps/notification-view.ts';
import { unreadCount } from '../../lib/notifications/steps/unread-count.ts';
import { notificationSettingsWrite } from '../../lib/notifications/store/notification-settings.ts';

/** By how much the clock that dated a notification may be ahead. */
const CLOCK_SKEW_MS = 60_000;

/** Mark the notifications of the member up to a time as read. */
export const handler = defineEndpoint({ ...operation, prefetch: prefetchSettings }, async ({ caller, body, nowMs }) => {
  const untilMs = parseTimestampField('/until', body.until);
  const view = await loadNotificationView(caller);
  const after = markRead(view.settings, Math.min(untilMs, nowMs + CLOCK_SKEW_MS));
  return {
    status: 200,
    body: { read_until: after.read_until, ...(await unreadCount(caller, view, after.read_until)) },
    writes: after === view.settings ? [] : [notificationSettingsWrite(view.settings, after)],
  };
});
