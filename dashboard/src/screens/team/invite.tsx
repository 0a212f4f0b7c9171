import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import type { Role } from '../../api/session.ts';
import { FormDialog, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { RoleChoice } from './role-choice.tsx';

interface InviteProps {
  onInvited: (invited: Schemas['Invited']) => void;
  onClose: () => void;
}

/** The form that invites a person by email. */
export function Invite({ onInvited, onClose }: InviteProps) {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('editor');
  const intent = useIntent();
  const invite = useAction(async () => {
    const body = { email: email.trim(), role };
    const invited = await intent.send(body, (header) => unwrap(api.POST('/team/invite', { params: { header }, body })));
    onInvited(invited);
  });
  return (
    <FormDialog
      title={t('team.invite')}
      action={invite}
      submit={t('team.inviteSubmit')}
      running={t('team.inviting')}
      onClose={onClose}
    >
      <TextField
        label={t('words.email')}
        type="email"
        required
        maxLength={254}
        autocomplete="off"
        hint={t('team.emailHint')}
        error={fieldError(invite.error, '/email')}
        value={email}
        onValue={setEmail}
      />
      <RoleChoice chosen={role} onChosen={setRole} error={fieldError(invite.error, '/role')} />
    </FormDialog>
  );
}
