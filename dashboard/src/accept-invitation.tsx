import { useRef, useState } from 'preact/hooks';
import { useAction, useQuery } from './api/hooks.ts';
import { fieldError } from './api/problem.ts';
import { acceptInvitation, continueSession, readInvitation } from './api/session.ts';
import { ActionButton, Button } from './components/button.tsx';
import { bold } from './components/elements.tsx';
import { ErrorMessage, QueryState } from './components/feedback.tsx';
import { ActionForm, TextField } from './components/form.tsx';
import { Time } from './components/time.tsx';
import { PresentSession, useRemovedToken } from './follow-link.tsx';
import { rich, t } from './language/texts.ts';
import { roleInSentence } from './role-names.ts';
import { VisitorTimeZoneProvider } from './time-zone.tsx';

interface AcceptInvitationProps {
  token: string;
  /** The person is a member, and signed in. */
  onJoined: () => void;
  /** The person keeps the session that the browser has, or signs in. */
  onStay: () => void;
}

/** Show what an invitation leads to, and accept it under the name that the person states. */
export function AcceptInvitation({ token, onJoined, onStay }: AcceptInvitationProps) {
  const invitation = useQuery(token, () => readInvitation(token));
  const [name, setName] = useState('');
  const isAccepted = useRef(false);
  const accept = useAction(async () => {
    if (!isAccepted.current) await acceptInvitation(token, name);
    isAccepted.current = true;
    // The page is loaded again where another member was signed in.
    history.replaceState(null, '', '#/passkeys');
    await continueSession();
    onJoined();
  });
  useRemovedToken(token);
  return (
    <main class="sign-in">
      <h1>{t('invitation.title')}</h1>
      <QueryState query={invitation} label={t('invitation.reading')} />
      {invitation.data && (
        <ActionForm action={accept}>
          <p>
            {rich('invitation.text', {
              name: invitation.data.invited_by.name,
              email: invitation.data.invited_by.email,
              invited: invitation.data.email,
              workspace: invitation.data.workspace.name,
              role: roleInSentence(invitation.data.role),
              b: bold,
            })}
          </p>
          <p class="muted">
            <VisitorTimeZoneProvider>
              {rich('invitation.expires', { time: () => <Time at={invitation.data!.expires_at} /> })}
            </VisitorTimeZoneProvider>
          </p>
          <TextField
            label={t('invitation.name')}
            required
            maxLength={200}
            autocomplete="name"
            value={name}
            onValue={setName}
            error={fieldError(accept.error, '/name')}
          />
          <ErrorMessage error={accept.error} />
          <ActionButton type="submit" class="primary" isRunning={accept.isRunning}>
            {t('invitation.accept')}
          </ActionButton>
        </ActionForm>
      )}
      {invitation.error != null && <Button onClick={onStay}>{t('invitation.openDashboard')}</Button>}
      <PresentSession onStay={onStay} />
    </main>
  );
}
