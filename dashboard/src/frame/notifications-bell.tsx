import { Bell } from 'lucide-preact';
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { t } from '../language/texts.ts';
import { countText, useUnread } from './unread-notifications.ts';

const EVERY_MS = 60_000;

/** The link to the notifications, with the number of those that are unread. It is loaded again while the page is visible. */
export function NotificationsBell() {
  const { data: unread, reload } = useUnread();
  useEffect(() => {
    // The screens report what they cannot load. The number is loaded again a minute later.
    const load = () => {
      if (!document.hidden) void reload();
    };
    const timer = setInterval(load, EVERY_MS);
    document.addEventListener('visibilitychange', load);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
    };
  }, [reload]);
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
