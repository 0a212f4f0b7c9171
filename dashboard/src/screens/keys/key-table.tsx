import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { PermissionList } from '../../components/permission-list.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { RevokeButton } from '../../keys/revoke-button.tsx';
import { rich, t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission, useSession } from '../../session-context.tsx';

interface KeyTableProps {
  keys: Schemas['Key'][];
  onRoll: (key: Schemas['Key']) => void;
  onRevoke: (key: Schemas['Key']) => void;
}

/** The API keys with their permissions, restrictions and last use. */
export function KeyTable({ keys, onRoll, onRevoke }: KeyTableProps) {
  const canWrite = usePermission('keys:write');
  const { user } = useSession();
  const nameOf = useMemberNames();
  return (
    <ListTable
      class="listing stacked"
      caption={t('keys.caption')}
      items={keys}
      columns={[
        {
          name: t('words.name'),
          cell: (key) => (
            <>
              <strong>{key.name}</strong> {key.status === 'expired' && <Status status="expired" />}
              <code class="sub id">{key.id}</code>
              <span class="sub">
                {rich('keys.createdBy', { time: () => <Time at={key.created_at} />, name: nameOf(key.user_id) })}
              </span>
            </>
          ),
          isPlain: true,
        },
        { name: t('words.permissions'), cell: ({ permissions }) => <PermissionList permissions={permissions} /> },
        { name: t('keys.restrictions'), cell: (key) => <Restrictions apiKey={key} /> },
        {
          name: t('words.lastUsed'),
          cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : <span class="muted">{t('keys.never')}</span>),
          class: 'when',
        },
        canWrite && {
          name: t('words.actions'),
          cell: (key) => (
            <div class="actions">
              {/* Only its own user may see the new secret of a key, and an expired key gets none. */}
              {key.user_id === user.id && key.status === 'active' && (
                <Button aria-label={t('keys.rollOf', { name: key.name })} onClick={() => onRoll(key)}>
                  {t('keys.roll')}
                </Button>
              )}
              <RevokeButton name={key.name} onRevoke={() => onRevoke(key)} />
            </div>
          ),
          isPlain: true,
        },
      ]}
    />
  );
}

function Restrictions({ apiKey: key }: { apiKey: Schemas['Key'] }) {
  const isFree = key.allowed_ips.length === 0 && key.hourly_limit === null && key.expires_at === null;
  return (
    <>
      {isFree && <span class="muted">{t('keys.none')}</span>}
      {key.allowed_ips.length > 0 && (
        <span class="line">{t('keys.fromAddresses', { addresses: key.allowed_ips.join(', ') })}</span>
      )}
      {key.hourly_limit !== null && <span class="line">{t('keys.perHour', { count: key.hourly_limit })}</span>}
      {key.expires_at && (
        <span class="line">
          {rich(key.status === 'expired' ? 'keys.expired' : 'words.expiresAt', {
            time: () => <Time at={key.expires_at!} />,
          })}
        </span>
      )}
      {key.previous_secret_expires_at && (
        <span class="line">
          {rich('keys.oldSecretExpires', { time: () => <Time at={key.previous_secret_expires_at!} /> })}
        </span>
      )}
    </>
  );
}
