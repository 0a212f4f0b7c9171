import { useState } from 'preact/hooks';
import { useAction } from './api/hooks.ts';
import { PasskeyCancelled, signInWithPasskey } from './api/passkeys.ts';
import { requestSignInLink } from './api/session.ts';
import { ActionButton } from './components/button.tsx';
import { ErrorMessage, Notice } from './components/feedback.tsx';
import { ActionForm, TextField } from './components/form.tsx';
import { t } from './language/texts.ts';

/**
 * Ask for an address and email it a link. Also shown over a screen whose session has ended. `onSent` runs before the person
 * can have received it.
 */
export function RequestLink({ onSent }: { onSent?: () => void }) {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string | null>(null);
  const request = useAction(async () => {
    await requestSignInLink(email);
    onSent?.();
    setSentTo(email);
  });
  return (
    <ActionForm action={request}>
      <TextField label={t('words.email')} type="email" autocomplete="email" required value={email} onValue={setEmail} />
      <ActionButton type="submit" class="primary" isRunning={request.isRunning}>
        {t('signIn.emailLink')}
      </ActionButton>
      <ErrorMessage error={request.error} onRetry={request.run} />
      {sentTo && <Notice kind="success">{t('signIn.linkSent', { email: sentTo })}</Notice>}
    </ActionForm>
  );
}

/** Sign in with a passkey of this device. */
export function PasskeySignIn() {
  const signIn = useAction(signInWithPasskey);
  if (typeof PublicKeyCredential === 'undefined') return null;
  return (
    <>
      <p class="muted">{t('signIn.orPasskey')}</p>
      <ActionButton isRunning={signIn.isRunning} onClick={() => void signIn.run()}>
        {t('signIn.withPasskey')}
      </ActionButton>
      {signIn.error instanceof PasskeyCancelled ? (
        <Notice kind="warning">{t('signIn.noPasskeyUsed')}</Notice>
      ) : (
        <ErrorMessage error={signIn.error} />
      )}
    </>
  );
}
