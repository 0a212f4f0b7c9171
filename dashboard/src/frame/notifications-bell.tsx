import { Bell } from 'lucide-preact';
import { Link } from 'wouter-preact';
import { useWatch } from '../api/hooks.ts';
import { t } from '../language/texts.ts';
import { countText, useUnread } from './unread-notifications.ts';

/** The link to the notifications, with the number of those that are unread. It is loaded again while the page is visible. */
export function NotificationsBell() {
  const query = useUnread();
  // The screens report what they cannot load. The number is loaded again a minute later.
  useWatch(query);
  const { data: unread } = query;
  const count = unread?.count ?? 0;
  return (
    <Link href="/notifications" class="bell" aria-label={t('notifications.bell', { count })}>
      <Bell size={20} aria-hidden="true" />
      {unread !== null && count > 0 && (
        <span class="unread-count" aria-hidden="true">
          {countText(unread)}
        </span>
      )}
    </Link>
  );
}
