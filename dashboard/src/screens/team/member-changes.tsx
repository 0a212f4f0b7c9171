import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { type Role, renewSession } from '../../api/session.ts';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
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
    <Dialog title={`Role of ${member.name}`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save.run();
        }}
      >
        <RoleChoice chosen={role} onChosen={setRole} error={fieldError(save.error, '/role')} />
        {isSelf && role !== member.role && (
          <Notice kind="warning">This is your own role. You may not be able to change it back.</Notice>
        )}
        <p class="hint">
          The new role applies within a minute. API keys of {isSelf ? 'yours' : member.name} lose the permissions that
          the role does not include.
        </p>
        <ErrorMessage error={save.error} onRetry={() => void save.run()} />
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={save.isRunning || role === member.role}>
            Change role
          </button>
        </div>
      </form>
    </Dialog>
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
  const remove = useAction(async () => {
    await unwrap(api.DELETE('/team/members/{id}', { params: { path: { id: member.id } } }));
    onRemoved();
  });
  return (
    <Confirm
      title={member.id === user.id ? 'Leave this workspace?' : `Remove ${member.name}?`}
      confirm={member.id === user.id ? 'Leave' : 'Remove member'}
      onConfirm={remove.run}
      onClose={onClose}
      isRunning={remove.isRunning}
    >
      <p>Within a minute, every session of {member.email} ends. Also revoked:</p>
      <ul>
        <li>their API keys and access tokens, with the programs that use them</li>
        <li>the open invitations they sent</li>
      </ul>
      <p>Posts that they created stay, and scheduled ones are published.</p>
      <ErrorMessage error={remove.error} />
    </Confirm>
  );
}
