import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { type Role, renewSession } from '../../api/session.ts';
import { Confirm } from '../../components/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { FormDialog } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { RoleChoice } from './role-choice.tsx';

interface ChangeRoleProps {
  member: Schemas['Member'];
  onChanged: (member: Schemas['Member']) => void;
  onClose: () => void;
}

/** Give a member another role, which sets the permissions of that role. */
export function ChangeRole({ member, onChanged, onClose }: ChangeRoleProps) {
  const { user } = useSession();
  const [role, setRole] = useState<Role>(member.role);
  const isSelf = member.id === user.id;
  const save = useAction(async () => {
    const params = { path: { id: member.id } };
    const changed = await unwrap(api.PUT('/team/members/{id}', { params, body: { role } }));
    onChanged(changed);
    // What the dashboard offers follows the permissions of the session.
    if (isSelf) await renewSession();
  });
  return (
    <FormDialog
      title={t('team.roleOf', { name: member.name })}
      action={save}
      submit={t('team.changeRole')}
      isIncomplete={role === member.role}
      onClose={onClose}
    >
      <RoleChoice chosen={role} onChosen={setRole} error={fieldError(save.error, '/role')} />
      {isSelf && role !== member.role && <Notice kind="warning">{t('team.ownRole')}</Notice>}
      <p class="hint">{isSelf ? t('team.roleEffectOwn') : t('team.roleEffect', { name: member.name })}</p>
    </FormDialog>
  );
}

interface RemoveMemberProps {
  member: Schemas['Member'];
  onRemoved: () => void;
  onClose: () => void;
}

/** Ask before a member is removed, and say what ends with the membership. */
export function RemoveMember({ member, onRemoved, onClose }: RemoveMemberProps) {
  const { user } = useSession();
  return (
    <Confirm
      title={member.id === user.id ? t('team.leaveTitle') : t('team.removeTitle', { name: member.name })}
      confirm={member.id === user.id ? t('words.leave') : t('team.removeSubmit')}
      run={() => unwrap(api.DELETE('/team/members/{id}', { params: { path: { id: member.id } } }))}
      onDone={onRemoved}
      onClose={onClose}
    >
      <p>{t('team.removeText', { email: member.email })}</p>
      <ul>
        <li>{t('team.removeKeys')}</li>
        <li>{t('team.removeInvitations')}</li>
      </ul>
      <p>{t('team.removeKept')}</p>
    </Confirm>
  );
}
