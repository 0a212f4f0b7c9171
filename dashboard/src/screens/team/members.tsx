import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/client.ts';
import type { PagedList } from '../../api/hooks.ts';
import { Avatar } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { ListEnd } from '../../components/feedback.tsx';
import { PermissionList } from '../../components/permission-list.tsx';
import { ListTable } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { roleName } from '../../role-names.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { ChangeRole, RemoveMember } from './member-changes.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { canChange } from './roles.ts';

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
        <ListTable
          class="listing stacked"
          caption={t('team.members')}
          items={list.items}
          columns={[
            {
              name: t('words.name'),
              cell: ({ id, name, email }) => (
                <span class="account-name">
                  <Avatar name={name} />
                  <span>
                    <strong>
                      {name} {id === user.id && <span class="badge">{t('team.you')}</span>}
                    </strong>
                    <small class="muted">{email}</small>
                  </span>
                </span>
              ),
              class: 'wide',
              isPlain: true,
            },
            { name: t('team.role'), cell: ({ role }) => roleName(role) },
            { name: t('words.permissions'), cell: ({ permissions }) => <PermissionList permissions={permissions} /> },
            canWrite && {
              name: t('words.actions'),
              cell: (member) =>
                canChange(user.role, member.role) && (
                  <div class="actions">
                    <Button
                      aria-label={t('team.changeRoleOf', { name: member.name })}
                      onClick={() => setOpen({ dialog: 'role', member })}
                    >
                      {t('team.changeRole')}
                    </Button>
                    <Button
                      aria-label={t('team.sessionsOf', { name: member.name })}
                      onClick={() => setOpen({ dialog: 'sessions', member })}
                    >
                      {t('words.sessions')}
                    </Button>
                    <Button
                      class="danger"
                      aria-label={t('team.removeOf', { name: member.name })}
                      onClick={() => setOpen({ dialog: 'remove', member })}
                    >
                      {t('words.remove')}
                    </Button>
                  </div>
                ),
              isPlain: true,
            },
          ]}
        />
      )}
      <ListEnd list={list} />
      {open?.dialog === 'role' && (
        <ChangeRole
          member={open.member}
          onClose={close}
          onChanged={(member) => {
            close();
            onDone(t('team.isNow', { name: member.name, role: roleName(member.role) }));
          }}
        />
      )}
      {open?.dialog === 'sessions' && (
        <MemberSessions
          member={open.member}
          onClose={close}
          onEnded={() => onDone(t('team.sessionsEnded', { name: open.member.name }))}
        />
      )}
      {open?.dialog === 'remove' && (
        <RemoveMember
          member={open.member}
          onClose={close}
          onRemoved={() => onDone(t('team.removed', { name: open.member.name }))}
        />
      )}
    </>
  );
}
