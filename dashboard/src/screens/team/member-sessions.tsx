import { Link } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Confirm } from '../../components/dialog.tsx';
import { QueryState } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
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
  const { sessions, passkeys, review_links } = query.data ?? { sessions: [], passkeys: [], review_links: [] };
  return (
    <Confirm
      title={t('team.sessionsOf', { name: member.name })}
      confirm={t('team.endSessions')}
      run={() => unwrap(api.DELETE('/team/members/{id}/sessions', { params }))}
      onDone={onEnded}
      isReady={query.data !== null}
      onClose={onClose}
    >
      <QueryState query={query} />
      {query.data && sessions.length === 0 && <p>{t('team.notSignedIn', { name: member.name })}</p>}
      {sessions.length > 0 && (
        <ListTable
          caption={t('words.sessions')}
          scrollLabel={t('words.sessions')}
          items={sessions}
          columns={[
            { name: t('words.signedIn'), cell: ({ created_at }) => <Time at={created_at} />, isHead: true },
            { name: t('words.lastUsed'), cell: ({ last_used_at }) => <Time at={last_used_at} /> },
          ]}
        />
      )}
      {passkeys.length > 0 && (
        <ListTable
          caption={t('words.passkeys')}
          scrollLabel={t('words.passkeys')}
          items={passkeys}
          columns={[
            { name: t('words.name'), cell: ({ name }) => name, isHead: true },
            { name: t('words.added'), cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
      {review_links.length > 0 && (
        <ListTable
          caption={t('words.reviewLinks')}
          scrollLabel={t('words.reviewLinks')}
          items={review_links}
          columns={[
            {
              name: t('team.reviewLinkFor'),
              cell: ({ name, content_id }) => <Link href={`/posts/${content_id}`}>{name}</Link>,
              isHead: true,
            },
            { name: t('words.status'), cell: ({ status }) => <Status status={status} /> },
            { name: t('words.addedAt'), cell: ({ created_at }) => <Time at={created_at} /> },
          ]}
        />
      )}
      <p>{t('team.endSessionsText', { email: member.email, isSelf: member.id === user.id })}</p>
    </Confirm>
  );
}
