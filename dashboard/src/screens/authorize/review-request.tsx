import {
  type Authorization,
  type AuthorizationRequest,
  decideAuthorization,
  readAuthorization,
} from '../../api/authorizations.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { isProblem } from '../../api/problem.ts';
import { Button } from '../../components/button.tsx';
import { Notice, QueryState } from '../../components/feedback.tsx';
import { grantable } from '../../components/permissions.ts';
import { t } from '../../language/texts.ts';
import { type Choice, Consent } from './consent.tsx';
import { followRedirect, hostOfRedirect } from './redirect.ts';

interface ReviewRequestProps {
  request: AuthorizationRequest;
  onDecided: (isApproved: boolean, redirectTo: string) => void;
}

/** Show what asks for access, and let the person decide. */
export function ReviewRequest({ request, onDecided }: ReviewRequestProps) {
  const query = useQuery(`authorization ${JSON.stringify(request)}`, () => readAuthorization(request));
  const decide = useAction(async (asked: Authorization, choice: Choice | null) => {
    const { confirmation } = asked;
    const decision =
      choice === null
        ? { decision: 'deny' as const, confirmation }
        : { decision: 'approve' as const, confirmation, ...choice, permissions: grantable(choice.permissions) };
    const redirectTo = await decideAuthorization(request, decision).catch(async (error) => {
      // What an approval grants has changed, so it is shown again.
      if (isProblem(error, 409)) await query.reload();
      throw error;
    });
    onDecided(choice !== null, redirectTo);
  });
  const asked = query.data;
  if (!asked) {
    return (
      <>
        <QueryState query={query} label={t('authorize.reading')} />
        {isProblem(query.error, 422) && <p>{t('authorize.unverified')}</p>}
      </>
    );
  }
  if ('redirect_to' in asked) return <InvalidRequest redirectTo={asked.redirect_to} />;
  return (
    <Consent
      key={asked.confirmation}
      authorization={asked}
      error={decide.error}
      isRunning={decide.isRunning}
      onDecide={(choice) => void decide.run(asked, choice)}
    />
  );
}

/**
 * An invalid request of an application. The person decides whether to follow its redirect URI, which anyone can have put into
 * a link to this page.
 */
function InvalidRequest({ redirectTo }: { redirectTo: string }) {
  const { searchParams } = new URL(redirectTo);
  const host = hostOfRedirect(redirectTo);
  return (
    <>
      <Notice kind="warning">
        <p>
          {t('authorize.invalid', { error: searchParams.get('error_description') ?? searchParams.get('error') ?? '' })}
        </p>
      </Notice>
      {host !== null && <Button onClick={() => followRedirect(redirectTo)}>{t('authorize.return', { host })}</Button>}
    </>
  );
}
