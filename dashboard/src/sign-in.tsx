import { useEffect, useRef, useState } from 'preact/hooks';
import { useAction } from './api/hooks.ts';
import { PasskeyCancelled, signInWithPasskey } from './api/passkeys.ts';
import { SessionEnded } from './api/problem.ts';
import { continueSession, renewSession, requestSignInLink, type Session, startSession } from './api/session.ts';
import { ActionButton, ActionForm } from './components/action-form.tsx';
import { ErrorMessage, Notice, Progress } from './components/feedback.tsx';
import { TextField } from './components/form.tsx';

/** Return the token of a sign-in link, which the link has in its fragment, where no server sees it. */
export function signInToken(hash: string): string | null {
  const query = /^#\/sign-in\?(.*)$/.exec(hash);
  return query ? new URLSearchParams(query[1]).get('token') : null;
}

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

/**
 * Exchange the token of a sign-in link for a session, once. Asks first when the browser has a session: a link that another
 * person requested would replace it unnoticed.
 */
export function FollowLink({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const [present, setPresent] = useState<Session | null>(null);
  const hasStarted = useRef(false);
  const start = useAction(async () => {
    setPresent(null);
    // The token does not belong into the history, not even when it fails.
    history.replaceState(null, '', '#/');
    if (!hasStarted.current) await startSession(token);
    hasStarted.current = true;
    await continueSession();
    onSignedIn();
  });
  const look = useAction(async () => {
    const session = await renewSession().catch((error) => {
      if (error instanceof SessionEnded) return null;
      throw error;
    });
    setPresent(session);
    if (!session) await start.run();
  });
  useEffect(() => void look.run(), [token]);
  return (
    <main class="sign-in">
      <h1>Sign in</h1>
      {(look.isRunning || start.isRunning) && <Progress label="Signing in…" />}
      {present && (
        <Notice kind="warning">
          <p>
            You are signed in to {present.workspace.name} as {present.user.email}. Use the link only if you requested
            it.
          </p>
          <div class="actions">
            <button type="button" class="primary" onClick={() => void start.run()}>
              Sign in with the link
            </button>
            <button type="button" onClick={onSignedIn}>
              Stay signed in as {present.user.email}
            </button>
          </div>
        </Notice>
      )}
      <ErrorMessage error={look.error} onRetry={look.run} />
      <ErrorMessage error={start.error} onRetry={start.run} />
      {start.error != null && <RequestLink />}
    </main>
  );
}
