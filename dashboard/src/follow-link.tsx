import { useEffect, useRef } from 'preact/hooks';
import { useAction, useQuery } from './api/hooks.ts';
import { SessionEnded } from './api/problem.ts';
import { continueSession, readSignInLink, renewSession, type Session, startSession } from './api/session.ts';
import { ActionButton } from './components/action-form.tsx';
import { ErrorMessage, QueryState } from './components/feedback.tsx';
import { RequestLink } from './sign-in.tsx';

/** Return the token of a sign-in link, which the link has in its fragment, where no server sees it. */
export function signInToken(hash: string): string | null {
  const query = /^#\/sign-in\?(.*)$/.exec(hash);
  return query ? new URLSearchParams(query[1]).get('token') : null;
}

/** Return the session that the browser has, or null. */
function presentSession(): Promise<Session | null> {
  return renewSession().catch((error) => {
    if (error instanceof SessionEnded) return null;
    throw error;
  });
}

/**
 * Ask before the token of a sign-in link is exchanged for a session: a link that another person has sent would sign in to
 * their workspace, or replace the session that the browser has.
 */
export function FollowLink({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const link = useQuery(token, () => readSignInLink(token));
  const present = useQuery('present session', presentSession);
  const hasStarted = useRef(false);
  const start = useAction(async () => {
    if (!hasStarted.current) await startSession(token);
    hasStarted.current = true;
    await continueSession();
    onSignedIn();
  });
  // The token does not belong into the history, not even while it is unused.
  useEffect(() => history.replaceState(null, '', '#/'), [token]);
  return (
    <main class="sign-in">
      <h1>Sign in</h1>
      <QueryState query={link} label="Reading the link…" />
      {link.data && !start.error && (
        <>
          <p>
            The link signs you in to <strong>{link.data.workspace.name}</strong> as{' '}
            <strong>{link.data.user.email}</strong>. Continue only if you requested it.
          </p>
          <ActionButton class="primary" isRunning={start.isRunning} onClick={() => void start.run()}>
            Sign in with the link
          </ActionButton>
        </>
      )}
      <ErrorMessage error={start.error} onRetry={start.run} />
      {present.data && (
        <>
          <p>
            You are signed in to {present.data.workspace.name} as {present.data.user.email}.
          </p>
          <button type="button" onClick={onSignedIn}>
            Stay signed in as {present.data.user.email}
          </button>
        </>
      )}
      {(link.error != null || start.error != null) && <RequestLink />}
    </main>
  );
}
