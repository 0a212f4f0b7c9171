import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { Confirm } from '../../components/dialog.tsx';
import { QueryState } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';

interface MemberSessionsProps {
  member: Schemas['Member'];
  onEnded: () => void;
  onClose: () => void;
}

/** The sessions, passkeys and open review links of a member, and the end of all of them. */
export function MemberSessions({ member, onEnded, onClose }: MemberSessionsProps) {
  const { user } = useSession();
  const params = { path: { id: member.id } };
  const query = useQuery(member.id, () => unwrap(api.GET('/team/members/{id}/sessions', { params })));
  const end = useAction(async () => {
    await unwrap(api.DELETE('/team/members/{id}/sessions', { params }));
    onEnded();
  });
  const { sessions, passkeys, review_links } = query.data ?? { sessions: [], passkeys: [], review_links: [] };
  return (
    <Confirm
      title={t('team.sessionsOf', { name: member.name })}
      confirm={t('team.endSessions')}
      action={end}
      isReady={query.data !== null}
      onClose={onClose}
    >
      <QueryState query={query} />
      {query.data && sessions.length === 0 && <p>{t('team.notSignedIn', { name: member.name })}</p>}
      {sessions.length > 0 && (
        <Table
          caption={t('words.sessions')}
          scrollLabel={t('words.sessions')}
          columns={[t('words.signedIn'), t('words.lastUsed')]}
        >
          {sessions.map(({ id, created_at, last_used_at }) => (
            <tr key={id}>
              <th scope="row">
                <Time at={created_at} />
              </th>
              <td>
                <Time at={last_used_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {passkeys.length > 0 && (
        <Table
          caption={t('words.passkeys')}
          scrollLabel={t('words.passkeys')}
          columns={[t('words.name'), t('words.added')]}
        >
          {passkeys.map(({ id, name, created_at }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>
                <Time at={created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {review_links.length > 0 && (
        <Table
          caption={t('words.reviewLinks')}
          scrollLabel={t('words.reviewLinks')}
          columns={[t('team.reviewLinkFor'), t('words.status'), t('words.added')]}
        >
          {review_links.map(({ id, name, status, created_at, content_id }) => (
            <tr key={id}>
              <th scope="row">
                <Link href={`/posts/${content_id}`}>{name}</Link>
              </th>
              <td>
                <Status status={status} />
              </td>
              <td>
                <Time at={created_at} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      <p>{t('team.endSessionsText', { email: member.email, isSelf: member.id === user.id })}</p>
    </Confirm>
  );
}
