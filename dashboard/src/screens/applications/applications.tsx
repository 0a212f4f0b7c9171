import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { loadAllPages } from '../../api/pages.ts';
import { EmptyState, Notice, QueryState } from '../../components/feedback.tsx';
import { grantName } from '../../keys/client-names.ts';
import { type Grant, splitKeys } from '../../keys/kinds.ts';
import { RevokeKey } from '../../keys/revoke-key.tsx';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { GrantCard } from './grant-card.tsx';

/** The applications and command lines that have access by an approval, and the end of their access. */
export default function Applications() {
  const seesAll = usePermission('keys:read');
  const query = useQuery('applications', loadGrants);
  const [revoking, setRevoking] = useState<Grant | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const grants = query.data ?? [];
  return (
    <>
      <h1>{t('applications.title')}</h1>
      <p class="muted">{t(seesAll ? 'applications.intro' : 'applications.introOwn')}</p>
      {done && <Notice kind="success">{done}</Notice>}
      <QueryState query={query} />
      {query.data && grants.length === 0 && (
        <EmptyState title={t('applications.emptyTitle')}>
          <p>{t('applications.emptyText')}</p>
        </EmptyState>
      )}
      {grants.length > 0 && (
        <ul class="grants" aria-label={t('applications.title')}>
          {grants.map((grant) => (
            <GrantCard
              key={grant.id}
              grant={grant}
              onChanged={() => void query.reload()}
              onRevoke={() => setRevoking(grant)}
            />
          ))}
        </ul>
      )}
      {revoking && (
        <RevokeKey
          apiKey={revoking}
          title={t('applications.revokeTitle', { name: grantName(revoking) })}
          text={t('applications.revokeText')}
          confirm={t('applications.revokeSubmit')}
          onClose={() => setRevoking(null)}
          onRevoked={() => {
            setDone(t('applications.revoked', { name: grantName(revoking) }));
            void query.reload();
          }}
        />
      )}
    </>
  );
}

async function loadGrants(): Promise<Grant[]> {
  const keys = await loadAllPages(async (cursor) => {
    const page = await unwrap(api.GET('/keys', { params: { query: { limit: 100, cursor } } }));
    return { items: page.keys, nextCursor: page.pagination.next_cursor };
  });
  return splitKeys(keys).grants;
}
