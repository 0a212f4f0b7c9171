import { useAction, useQuery } from '../../api/hooks.ts';
import { endOtherSession, listSessions } from '../../api/sessions.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, QueryState } from '../../components/feedback.tsx';
import { ListTable } from '../../components/table.tsx';
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
        <ListTable
          caption={t('sessions.caption')}
          class="stacked"
          items={sessions}
          columns={[
            {
              name: t('words.signedIn'),
              cell: ({ created_at, is_current }) => (
                <>
                  <Time at={created_at} /> {is_current && <span class="badge">{t('sessions.thisBrowser')}</span>}
                </>
              ),
              isHead: true,
            },
            { name: t('words.lastUsed'), cell: ({ last_used_at }) => <Time at={last_used_at} /> },
            { name: t('words.expires'), cell: ({ expires_at }) => <Time at={expires_at} /> },
            {
              name: t('words.actions'),
              cell: ({ id, created_at, is_current }) =>
                !is_current && (
                  <ActionButton
                    class="danger small"
                    aria-label={t('sessions.endOf', { at: formatTime(created_at, timeZone) })}
                    isRunning={end.isRunning}
                    onClick={() => void end.run(id)}
                  >
                    {t('sessions.end')}
                  </ActionButton>
                ),
              isPlain: true,
            },
          ]}
        />
      )}
    </>
  );
}
