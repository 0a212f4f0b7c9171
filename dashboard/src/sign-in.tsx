import { useState } from 'preact/hooks';
import { useAction } from './api/hooks.ts';
import { PasskeyCancelled, signInWithPasskey } from './api/passkeys.ts';
import { requestSignInLink } from './api/session.ts';
import { ActionButton, ActionForm } from './components/action-form.tsx';
import { ErrorMessage, Notice } from './components/feedback.tsx';
import { TextField } from './components/form.tsx';

/** Ask for an address and email it a link. Also shown over a screen whose session has ended. */
export function RequestLink() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = useAction(async () => {
    await requestSignInLink(email);
    setSentTo(email);
  });
  return (
    <ActionForm action={request}>
      <TextField label="Email" type="email" autocomplete="email" required value={email} onValue={setEmail} />
      <ActionButton type="submit" class="primary" isRunning={request.isRunning}>
        Email me a link
      </ActionButton>
      <ErrorMessage error={request.error} onRetry={request.run} />
      {sentTo && (
        <Notice kind="success">
          If {sentTo} belongs to a member, you will receive a link. It can be used once and expires after 15 minutes.
          Open it in this browser.
        </Notice>
      )}
    </ActionForm>
  );
}

/** Sign in with a passkey of this device. */
export function PasskeySignIn() {
  const signIn = useAction(signInWithPasskey);
  if (typeof PublicKeyCredential === 'undefined') return null;
  return (
    <>
      <p class="muted">Or use a passkey:</p>
      <ActionButton isRunning={signIn.isRunning} onClick={() => void signIn.run()}>
        Sign in with a passkey
      </ActionButton>
      {signIn.error instanceof PasskeyCancelled ? (
        <Notice kind="warning">No passkey was used. Request a link instead, or try again.</Notice>
      ) : (
        <ErrorMessage error={signIn.error} />
      )}
    </>
  );
}
