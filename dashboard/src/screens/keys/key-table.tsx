import type { Schemas } from '../../api/client.ts';
import { PermissionList } from '../../components/permission-list.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
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
  const nameOf = useMemberNames('id');
  return (
    <Table
      class="listing"
      caption="API keys of the workspace"
      columns={['Name', 'Permissions', 'Restrictions', 'Last used', canWrite && 'Actions']}
    >
      {keys.map((key) => (
        <tr key={key.id}>
          <td>
            <strong>{key.name}</strong> {key.status === 'expired' && <Status status="expired" />}
            <code class="sub id">{key.id}</code>
            <span class="sub">
              Created <Time at={key.created_at} /> by {nameOf(key.user_id)}
            </span>
          </td>
          <td>
            <PermissionList permissions={key.permissions} />
          </td>
          <td>
            <Restrictions apiKey={key} />
          </td>
          <td class="when">{key.last_used_at ? <Time at={key.last_used_at} /> : <span class="muted">Never</span>}</td>
          {canWrite && (
            <td>
              <div class="actions">
                {/* Only its own user may see the new secret of a key, and an expired key gets none. */}
                {key.user_id === user.id && key.status === 'active' && (
                  <button type="button" aria-label={`Roll the secret of ${key.name}`} onClick={() => onRoll(key)}>
                    Roll
                  </button>
                )}
                <button type="button" class="danger" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
                  Revoke
                </button>
              </div>
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}

function Restrictions({ apiKey: key }: { apiKey: Schemas['Key'] }) {
  const isFree = key.allowed_ips.length === 0 && key.hourly_limit === null && key.expires_at === null;
  return (
    <>
      {isFree && <span class="muted">None</span>}
      {key.allowed_ips.length > 0 && <span class="line">From {key.allowed_ips.join(', ')}</span>}
      {key.hourly_limit !== null && <span class="line">{key.hourly_limit.toLocaleString('en')} requests an hour</span>}
      {key.expires_at && (
        <span class="line">
          {key.status === 'expired' ? 'Expired' : 'Expires'} <Time at={key.expires_at} />
        </span>
      )}
      {key.previous_secret_expires_at && (
        <span class="line">
          Old secret expires <Time at={key.previous_secret_expires_at} />
        </span>
      )}
    </>
  );
}
