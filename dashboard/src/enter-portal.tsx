import { useEffect } from 'preact/hooks';
import { useQuery } from './api/hooks.ts';
import { ApiProblem } from './api/problem.ts';
import { enterPortal } from './api/session.ts';
import { ErrorMessage, Progress } from './components/feedback.tsx';
import { t } from './language/texts.ts';
import type { Portal } from './portal.ts';

/** Exchange the token of a portal link for a session, and show the dashboard in the name of its product. */
export function EnterPortal({ token }: { token: string }) {
  const entered = useQuery(token, () => enterPortal(token));
  useEffect(() => history.replaceState(null, '', '#/'), [token]);
  const isInvalid = entered.error instanceof ApiProblem && entered.error.problem.status < 429;
  return (
    <main class="sign-in">
      {isInvalid ? (
        <>
          <h1>{t('portal.invalid')}</h1>
          <p>{t('portal.invalidText')}</p>
        </>
      ) : entered.error ? (
        <ErrorMessage error={entered.error} onRetry={entered.reload} />
      ) : (
        <Progress label={t('words.loading')} />
      )}
    </main>
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
