import { useEffect, useRef } from 'preact/hooks';
import { useAction, useQuery } from './api/hooks.ts';
import { continueSession, readSignInLink, requestSession, startSession } from './api/session.ts';
import { ActionButton, Button } from './components/button.tsx';
import { bold } from './components/elements.tsx';
import { ErrorMessage, QueryState } from './components/feedback.tsx';
import { rich, t } from './language/texts.ts';
import { RequestLink } from './sign-in.tsx';

/** A link that begins a session, with its token, which is in the fragment, where no server sees it. */
export interface OpenedLink {
  kind: 'sign-in' | 'invitation' | 'portal';
  token: string;
}

/** Return the link that has opened the dashboard, or null. */
export function openedLink(hash: string): OpenedLink | null {
  const [, kind, query] = /^#\/(sign-in|invitation|portal)\?(.*)$/.exec(hash) ?? [];
  const token = new URLSearchParams(query).get('token');
  return token === null ? null : { kind: kind as OpenedLink['kind'], token };
}

/** Remove a token from the history, where it does not belong, not even while it is unused. */
export function useRemovedToken(token: string): void {
  useEffect(() => history.replaceState(null, '', '#/'), [token]);
}

/** Offer the member's session that the browser has in place of the one that a link would begin. */
export function PresentSession({ onStay }: { onStay: () => void }) {
  const { data: session } = useQuery('present session', requestSession);
  if (!session || session.portal) return null;
  return (
    <>
      <p>{t('signIn.signedInAs', { workspace: session.workspace.name, email: session.user.email })}</p>
      <Button onClick={onStay}>{t('signIn.stay', { email: session.user.email })}</Button>
    </>
  );
}

/**
 * Ask before the token of a sign-in link is exchanged for a session: a link that another person has sent would sign in to
 * their workspace, or replace the session that the browser has.
 */
export function FollowLink({ token, onSignedIn }: { token: string; onSignedIn: () => void }) {
  const link = useQuery(token, () => readSignInLink(token));
  const hasStarted = useRef(false);
  const start = useAction(async () => {
    if (!hasStarted.current) await startSession(token);
    hasStarted.current = true;
    await continueSession();
    onSignedIn();
  });
  useRemovedToken(token);
  return (
    <main class="sign-in">
      <h1>{t('signIn.title')}</h1>
      <QueryState query={link} label={t('signIn.readingLink')} />
      {link.data && !start.error && (
        <>
          <p>
            {rich('signIn.linkText', {
              workspace: link.data.workspace.name,
              email: link.data.user.email,
              b: bold,
            })}
          </p>
          <ActionButton class="primary" isRunning={start.isRunning} onClick={() => void start.run()}>
            {t('signIn.withLink')}
          </ActionButton>
        </>
      )}
      <ErrorMessage error={start.error} onRetry={start.run} />
      <PresentSession onStay={onSignedIn} />
      {(link.error != null || start.error != null) && <RequestLink />}
    </main>
  );
}
