import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import type { PagedList } from '../../api/hooks.ts';
import { ListEnd } from '../../components/feedback.tsx';
import { PermissionList } from '../../components/permission-list.tsx';
import { Table } from '../../components/table.tsx';
import { usePermission, useSession } from '../../session-context.tsx';
import { ChangeRole, RemoveMember } from './member-changes.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { canChange, roleName } from './roles.ts';

interface MembersProps {
  list: PagedList<Schemas['Member']>;
  onDone: (message: string) => void;
}

/** The members with their roles, and the changes that the role of the reader permits. */
export function Members({ list, onDone }: MembersProps) {
  const canWrite = usePermission('team:write');
  const { user } = useSession();
  const [open, setOpen] = useState<{ dialog: 'role' | 'sessions' | 'remove'; member: Schemas['Member'] } | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      {list.items.length > 0 && (
        <Table class="listing" caption="Members" columns={['Name', 'Role', 'Permissions', canWrite && 'Actions']}>
          {list.items.map((member) => (
            <tr key={member.id}>
              <td class="wide">
                <strong>{member.name}</strong> {member.id === user.id && <span class="badge">You</span>}
                <span class="sub">{member.email}</span>
              </td>
              <td>{roleName(member.role)}</td>
              <td>
                <PermissionList permissions={member.permissions} />
              </td>
              {canWrite && (
                <td>
                  {canChange(user.role, member.role) && (
                    <div class="actions">
                      <button
                        type="button"
                        aria-label={`Change role of ${member.name}`}
                        onClick={() => setOpen({ dialog: 'role', member })}
                      >
                        Change role
                      </button>
                      <button
                        type="button"
                        aria-label={`Sessions of ${member.name}`}
                        onClick={() => setOpen({ dialog: 'sessions', member })}
                      >
                        Sessions
                      </button>
                      <button
                        type="button"
                        class="danger"
                        aria-label={`Remove ${member.name}`}
                        onClick={() => setOpen({ dialog: 'remove', member })}
                      >
                        Remove
                      </button>
                    </div>
                  )}
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      <ListEnd list={list} />
      {open?.dialog === 'role' && (
        <ChangeRole
          member={open.member}
          onClose={close}
          onChanged={(member) => {
            close();
            onDone(`${member.name} is now ${roleName(member.role)}.`);
          }}
        />
      )}
      {open?.dialog === 'sessions' && (
        <MemberSessions
          member={open.member}
          onClose={close}
          onEnded={() => onDone(`All sessions of ${open.member.name} have ended.`)}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveMember
          member={open.member}
          onClose={close}
          onRemoved={() => onDone(`${open.member.name} is removed.`)}
        />
      )}
    </>
  );
}
