import { api, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ErrorMessage, QueryState } from '../../components/feedback.tsx';
import { Table } from '../../components/table.tsx';
import { reloadUnread } from '../../frame/unread-notifications.ts';
import { t } from '../../language/texts.ts';
import type { NotificationKind } from './notification-text.ts';

const CHANNELS = ['dashboard', 'email'] as const;
type Channel = (typeof CHANNELS)[number];

/** Where the member receives each kind of notification. A change is saved at once. */
export function Preferences({ onSaved }: { onSaved: () => void }) {
  const query = useQuery('notification preferences', async () => {
    const { preferences } = await unwrap(api.GET('/notifications/preferences'));
    return preferences;
  });
  const save = useAction(async (kind: NotificationKind, channel: Channel, isOn: boolean) => {
    const body = { preferences: { [kind]: { [channel]: isOn } } };
    await unwrap(api.PUT('/notifications/preferences', { body }));
    await Promise.all([query.reload(), reloadUnread()]);
    onSaved();
  });
  const kinds = Object.entries(query.data ?? {}) as [NotificationKind, Record<Channel, boolean>][];
  return (
    <section aria-labelledby="notification-preferences">
      <h2 id="notification-preferences">{t('notifications.preferences')}</h2>
      <p class="muted">{t('notifications.preferencesText')}</p>
      <QueryState query={query} />
      <ErrorMessage error={save.error} />
      {kinds.length > 0 && (
        <Table
          caption={t('notifications.preferences')}
          hidesCaption
          class="notification-preferences"
          columns={[t('notifications.kind'), t('notifications.dashboard'), t('notifications.email')]}
        >
          {kinds.map(([kind, channels]) => (
            <tr key={kind}>
              <th scope="row">{t(`notifications.kind_${kind}`)}</th>
              {CHANNELS.map((channel) => (
                <td key={channel}>
                  <input
                    type="checkbox"
                    aria-label={`${t(`notifications.kind_${kind}`)}: ${t(`notifications.${channel}`)}`}
                    checked={channels[channel]}
                    disabled={save.isRunning}
                    onChange={(event) => void save.run(kind, channel, event.currentTarget.checked)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
