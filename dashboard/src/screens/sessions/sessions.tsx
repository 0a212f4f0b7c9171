import { useAction, useQuery } from '../../api/hooks.ts';
import { endOtherSession, listSessions } from '../../api/sessions.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, QueryState } from '../../components/feedback.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';

/** The browsers in which the member is signed in to the workspace. */
export default function Sessions() {
  const query = useQuery('own sessions', listSessions);
  const end = useAction(async (id: string) => {
    await endOtherSession(id);
    await query.reload();
  });
  const { timeZone } = useTimeZone();
  const sessions = query.data ?? [];
  return (
    <>
      <h1>{t('words.sessions')}</h1>
      <p class="muted">{t('sessions.intro')}</p>
      <QueryState query={query} />
      <ErrorMessage error={end.error} />
      {sessions.length > 0 && (
        <Table
          caption={t('sessions.caption')}
          class="stacked"
          columns={[t('words.signedIn'), t('words.lastUsed'), t('words.expires'), t('words.actions')]}
        >
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row">
                <Time at={session.created_at} />{' '}
                {session.is_current && <span class="badge">{t('sessions.thisBrowser')}</span>}
              </th>
              <td data-label={t('words.lastUsed')}>
                <Time at={session.last_used_at} />
              </td>
              <td data-label={t('words.expires')}>
                <Time at={session.expires_at} />
              </td>
              <td>
                {!session.is_current && (
                  <ActionButton
                    class="danger small"
                    aria-label={t('sessions.endOf', { at: formatTime(session.created_at, timeZone) })}
                    isRunning={end.isRunning}
                    onClick={() => void end.run(session.id)}
                  >
                    {t('sessions.end')}
                  </ActionButton>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
