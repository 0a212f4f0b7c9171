import { Link } from 'wouter-preact';
import { api, pagesOf, unwrap } from '../../api/client.ts';
import { useAction, usePagedList } from '../../api/hooks.ts';
import { ActionButton } from '../../components/button.tsx';
import { EmptyState, ErrorMessage, ListEnd } from '../../components/feedback.tsx';
import { Time } from '../../components/time.tsx';
import { reloadUnread } from '../../frame/unread-notifications.ts';
import { t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { type Notification, pathOf, textOf } from './notification-text.ts';
import { Preferences } from './preferences.tsx';

/** List what has happened, newest first, and which of it the member receives. */
export default function Notifications() {
  const nameOf = useMemberNames();
  const list = usePagedList('notifications', pagesOf('/notifications', 'notifications', { limit: 25 }));
  const markAll = useAction(async (until: string) => {
    await unwrap(api.PUT('/notifications/read', { body: { until } }));
    await Promise.all([list.reload(), reloadUnread()]);
  });
  const [newest] = list.items;
  return (
    <>
      <h1>{t('notifications.title')}</h1>
      {newest && list.items.some(({ is_read }) => !is_read) && (
        <ActionButton isRunning={markAll.isRunning} onClick={() => void markAll.run(newest.created_at)}>
          {t('notifications.markAllRead')}
        </ActionButton>
      )}
      <ErrorMessage error={markAll.error} />
      {list.isEmpty && (
        <EmptyState title={t('notifications.emptyTitle')}>
          <p>{t('notifications.emptyText')}</p>
        </EmptyState>
      )}
      {list.items.length > 0 && (
        <ul class="notifications">
          {list.items.map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              actor={nameOf(notification.actor_id, notification.actor_name)}
            />
          ))}
        </ul>
      )}
      <ListEnd list={list} />
      <Preferences onSaved={() => void list.reload()} />
    </>
  );
}

function NotificationItem({ notification, actor }: { notification: Notification; actor: string }) {
  const { is_read, detail, created_at } = notification;
  return (
    <li class={is_read ? undefined : 'unread'}>
      <Link href={pathOf(notification)}>{textOf(notification, actor)}</Link>
      {!is_read && <span class="badge">{t('notifications.unread')}</span>}
      {detail !== null && <p class="muted">{detail}</p>}
      <small>
        <Time at={created_at} />
      </small>
    </li>
  );
}
