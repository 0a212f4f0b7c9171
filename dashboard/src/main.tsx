import { render } from 'preact';
import { Suspense } from 'preact/compat';
import { useEffect, useState } from 'preact/hooks';
import { Route, Router, Switch } from 'wouter-preact';
import { useHashLocation } from 'wouter-preact/use-hash-location';
import { AcceptInvitation } from './accept-invitation.tsx';
import { useQuery } from './api/hooks.ts';
import { SessionEnded } from './api/problem.ts';
import { cancelSignIn, onSignInRequired } from './api/recent-sign-in.ts';
import { onSessionChange, renewSession, type Session } from './api/session.ts';
import { Dialog } from './components/dialog.tsx';
import { EmptyState, ErrorMessage, Progress } from './components/feedback.tsx';
import { EnterPortal, PortalEnded } from './enter-portal.tsx';
import { FollowLink, openedLink } from './follow-link.tsx';
import { startLanguage } from './language/choose-language.ts';
import { t } from './language/texts.ts';
import { Layout } from './layout.tsx';
import { applyColors, hideService, storedPortal } from './portal.ts';
import { openScreens } from './routes.ts';
import { SessionContext, useSession } from './session-context.tsx';
import { PasskeySignIn, RequestLink } from './sign-in.tsx';
import { rememberTarget, takeTarget } from './sign-in-target.ts';
import { applyTheme } from './theme.ts';
import { TimeZoneProvider } from './time-zone.tsx';

/** The path of the hash without its query, which a screen reads from `location.hash`. */
const useHashPath = Object.assign(
  (): ReturnType<typeof useHashLocation> => {
    const [location, navigate] = useHashLocation();
    return [location.split('?')[0]!, navigate];
  },
  { hrefs: (href: string) => `#${href}` },
);

const SERVICE = 'Content Intelligence';

/** The portal in which this page was loaded. */
const portal = storedPortal();

function App() {
  const [link, setLink] = useState(() => openedLink(location.hash));
  useEffect(() => {
    const follow = () => setLink(openedLink(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const open = (path: string) => {
    history.replaceState(null, '', `#${path}`);
    setLink(null);
  };
  if (link === null) return <SignedIn />;
  const { kind, token } = link;
  // Nothing of the previous link in the same tab, such as its error, belongs to the next one.
  if (kind === 'sign-in')
    return <FollowLink key={token} token={token} onSignedIn={() => open(takeTarget(Date.now()))} />;
  if (kind === 'portal') return <EnterPortal key={token} token={token} onStay={() => open('/')} />;
  // A new member signs in again with a passkey, also where no email is sent.
  return <AcceptInvitation key={token} token={token} onJoined={() => open('/passkeys')} onStay={() => open('/')} />;
}

/** The screens of a member. When the session ends, they stay, with all that was typed, behind the sign-in. */
function SignedIn() {
  const start = useQuery('session', renewSession);
  const [session, setSession] = useState<Session | null>(null);
  const [hasEnded, setEnded] = useState(false);
  useEffect(
    () =>
      onSessionChange((changed) => {
        setEnded(changed === null);
        if (changed) setSession(changed);
      }),
    [],
  );
  if (!session) {
    if (start.isLoading) return <Progress label={t('words.loading')} />;
    return (
      <main class="sign-in">
        <h1>{t(portal ? 'signIn.sessionEnded' : 'signIn.title')}</h1>
        {portal ? (
          <PortalEnded portal={portal} />
        ) : start.error instanceof SessionEnded || !start.error ? (
          <>
            <RequestLink onSent={() => rememberTarget(location.hash, Date.now())} />
            <PasskeySignIn />
          </>
        ) : (
          <ErrorMessage error={start.error} onRetry={start.reload} />
        )}
      </main>
    );
  }
  return (
    <SessionContext.Provider value={session}>
      <TimeZoneProvider>
        <Router hook={useHashPath}>
          <Layout>
            <Screens key={session.workspace.id} />
          </Layout>
        </Router>
      </TimeZoneProvider>
      {hasEnded && (
        <Dialog title={t('signIn.sessionEnded')} onClose={() => setEnded(false)}>
          {portal ? (
            <PortalEnded portal={portal} />
          ) : (
            <>
              <p>{t('signIn.sessionEndedText')}</p>
              <RequestLink />
              <PasskeySignIn />
            </>
          )}
        </Dialog>
      )}
      <SignInAgain />
    </SessionContext.Provider>
  );
}

/** Ask for a new sign-in while a request waits for one, which then continues. */
function SignInAgain() {
  const [isRequired, setRequired] = useState(false);
  useEffect(() => onSignInRequired(setRequired), []);
  if (!isRequired) return null;
  return (
    <Dialog title={t('signIn.again')} onClose={cancelSignIn}>
      <p>{t('signIn.againText')}</p>
      <RequestLink />
      <PasskeySignIn />
    </Dialog>
  );
}

function Screens() {
  const session = useSession();
  return (
    <Suspense fallback={<Progress label={t('words.loading')} />}>
      <Switch>
        {openScreens(session).map(({ path, title, component: Component }) => (
          <Route key={path} path={path}>
            {(params) => (
              <Titled title={t(title)}>
                <Component params={params} />
              </Titled>
            )}
          </Route>
        ))}
        <Route>
          <EmptyState title={t('layout.pageNotFound')}>
            <p>
              <a href="#/">{t('layout.openCalendar')}</a>
            </p>
          </EmptyState>
        </Route>
      </Switch>
    </Suspense>
  );
}

function Titled({ title, children }: { title: string; children: preact.ComponentChildren }) {
  const { workspace } = useSession();
  useEffect(() => {
    document.title = `${title} – ${portal ? (portal.name ?? workspace.name) : SERVICE}`;
  }, [title]);
  return <>{children}</>;
}

if (portal || openedLink(location.hash)?.kind === 'portal') hideService(portal?.name ?? location.host);
else document.title = SERVICE;
if (portal?.colors) applyColors(portal.colors);
else applyTheme();
try {
  await startLanguage(portal?.locale ?? null);
  render(<App />, document.getElementById('app')!);
} catch (error) {
  document.getElementById('load-failed')!.hidden = false;
  throw error;
}
