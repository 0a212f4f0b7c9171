import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import type { Role } from '../../api/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
import { useInvalidFocus } from '../../components/invalid-focus.ts';
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
    const header = { 'Idempotency-Key': intent.keyFor(body) };
    const invited = await unwrap(api.POST('/team/invite', { params: { header }, body }));
    intent.end();
    onInvited(invited);
  });
  const form = useInvalidFocus(invite.error);
  return (
    <Dialog title="Invite a member" onClose={onClose}>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void invite.run();
        }}
      >
        <TextField
          label="Email"
          type="email"
          required
          maxLength={254}
          autocomplete="off"
          hint="The person gets a link that is valid once, for seven days."
          error={fieldError(invite.error, '/email')}
          value={email}
          onValue={setEmail}
        />
        <RoleChoice chosen={role} onChosen={setRole} error={fieldError(invite.error, '/role')} />
        <ErrorMessage error={invite.error} onRetry={() => void invite.run()} />
        <div class="dialog-end">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={invite.isRunning}>
            {invite.isRunning ? 'Inviting…' : 'Send invitation'}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
