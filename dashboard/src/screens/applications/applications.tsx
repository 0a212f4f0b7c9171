import { useState } from 'preact/hooks';
import { pagesOf } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { loadAllPages } from '../../api/pages.ts';
import { Notice } from '../../components/feedback.tsx';
import { asPagedList, ListScreen } from '../../components/list-screen.tsx';
import { grantName } from '../../keys/client-names.ts';
import { type Grant, splitKeys } from '../../keys/kinds.ts';
import { RevokeKey } from '../../keys/revoke-key.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { GrantCard } from './grant-card.tsx';

/** The applications and command lines that have access by an approval, and the end of their access. */
export default function Applications() {
  const seesAll = usePermission('keys:read');
  const list = asPagedList(useQuery('applications', loadGrants));
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const [done, setDone] = useState<string | null>(null);
  return (
    <>
      <ListScreen
        title={t('applications.title')}
        intro={t(seesAll ? 'applications.intro' : 'applications.introOwn')}
        list={list}
        emptyTitle={t('applications.emptyTitle')}
        emptyText={t('applications.emptyText')}
        notice={done && <Notice kind="success">{done}</Notice>}
      >
        <ul class="grants" aria-label={t('applications.title')}>
          {list.items.map((grant) => (
            <GrantCard
              key={grant.id}
              grant={grant}
              onChanged={() => void list.reload()}
              onRevoke={() => setRevoking(grant)}
            />
          ))}
        </ul>
      </ListScreen>
      {revoking && (
        <RevokeKey
          apiKey={revoking}
          title={t('applications.revokeTitle', { name: grantName(revoking) })}
          text={t('applications.revokeText')}
          confirm={t('applications.revokeSubmit')}
          onClose={() => setRevoking(null)}
          onRevoked={() => {
            setDone(t('applications.revoked', { name: grantName(revoking) }));
            void list.reload();
          }}
        />
      )}
    </>
  );
}

async function loadGrants(): Promise<Grant[]> {
  return splitKeys(await loadAllPages(pagesOf('/keys', 'keys', { limit: 100 }))).grants;
}
