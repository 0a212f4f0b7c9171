import { useAction, useQuery } from '../../api/hooks.ts';
import { endOtherSession, listSessions } from '../../api/sessions.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { ErrorMessage, QueryState } from '../../components/feedback.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';

/** The browsers in which the member is signed in to the workspace. */
export default function Sessions() {
  const query = useQuery('own sessions', listSessions);
  const end = useAction(async (id: string) => {
    await endOtherSession(id);
    await query.reload();
  });
  const sessions = query.data ?? [];
  return (
    <>
      <h1>Sessions</h1>
      <p class="muted">
        Each browser in which you are signed in has a session. End a session that you do not recognize, and check your
        passkeys and API keys.
      </p>
      <QueryState query={query} />
      <ErrorMessage error={end.error} />
      {sessions.length > 0 && (
        <Table
          caption="Your sessions"
          scrollLabel="Your sessions"
          columns={['Signed in', 'Last used', 'Expires', 'Actions']}
        >
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row">
                <Time at={session.created_at} /> {session.is_current && <span class="badge">This browser</span>}
              </th>
              <td>
                <Time at={session.last_used_at} />
              </td>
              <td>
                <Time at={session.expires_at} />
              </td>
              <td>
                {!session.is_current && (
                  <ActionButton
                    class="danger"
                    aria-label={`End the session of ${session.created_at}`}
                    isRunning={end.isRunning}
                    onClick={() => void end.run(session.id)}
                  >
                    End session
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
