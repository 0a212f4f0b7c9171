import { useState } from 'preact/hooks';
import { useQuery } from './api/hooks.ts';
import { ApiProblem } from './api/problem.ts';
import { enterPortal, requestSession } from './api/session.ts';
import { Button } from './components/button.tsx';
import { QueryState } from './components/feedback.tsx';
import { useRemovedToken } from './follow-link.tsx';
import { t } from './language/texts.ts';
import type { Portal } from './portal.ts';

/**
 * Exchange the token of a portal link for a session, and show the dashboard in the name of its product. Ask a member first: a
 * link that another person has sent would replace their session.
 */
export function EnterPortal({ token, onStay }: { token: string; onStay: () => void }) {
  const [isAgreed, setAgreed] = useState(false);
  const present = useQuery('present session', requestSession);
  const member = present.data && !present.data.portal && !isAgreed ? present.data : null;
  useRemovedToken(token);
  return (
    <main class="sign-in">
      <QueryState query={present} />
      {member ? (
        <>
          <h1>{t('portal.replace')}</h1>
          <p>{t('portal.replaceText', { workspace: member.workspace.name, email: member.user.email })}</p>
          <Button class="primary" onClick={() => setAgreed(true)}>
            {t('portal.open')}
          </Button>
          <Button onClick={onStay}>{t('signIn.stay', { email: member.user.email })}</Button>
        </>
      ) : (
        !present.isLoading && !present.error && <Exchange token={token} />
      )}
    </main>
  );
}

function Exchange({ token }: { token: string }) {
  const entered = useQuery(token, () => enterPortal(token));
  const isInvalid = entered.error instanceof ApiProblem && entered.error.problem.status < 429;
  if (!isInvalid) return <QueryState query={entered} />;
  return (
    <>
      <h1>{t('portal.invalid')}</h1>
      <p>{t('portal.invalidText')}</p>
    </>
  );
}

/** Say that the session of a portal has ended, and lead back to the product, which starts another one. */
export function PortalEnded({ portal }: { portal: Portal }) {
  return (
    <>
      <p>{t('portal.endedText')}</p>
      <BackToProduct portal={portal} />
    </>
  );
}

/** The link that leads back to the product, if it has named a URL. */
export function BackToProduct({ portal: { name, return_url } }: { portal: Portal }) {
  if (return_url === null) return null;
  return (
    <a class="button" href={return_url}>
      {name === null ? t('portal.back') : t('portal.backTo', { name })}
    </a>
  );
}
