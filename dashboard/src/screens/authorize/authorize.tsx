import { useState } from 'preact/hooks';
import { EmptyState, Notice } from '../../components/feedback.tsx';
import { useHashQuery } from '../../components/use-hash-query.ts';
import { t } from '../../language/texts.ts';
import { followRedirect, hostOfRedirect } from './redirect.ts';
import { requestIn } from './request-parameters.ts';
import { ReviewRequest } from './review-request.tsx';

/** Give an application access, as it asks for it with an OAuth authorization request in the URL. */
export default function Authorize() {
  const [query] = useHashQuery();
  const [outcome, setOutcome] = useState<{ isApproved: boolean; redirectTo: string } | null>(null);
  const opened = requestIn(query);
  return (
    <>
      <h1>{t('authorize.title')}</h1>
      {outcome ? (
        <Notice kind={outcome.isApproved ? 'success' : 'info'}>
          <p>
            {t(outcome.isApproved ? 'authorize.approved' : 'authorize.denied', {
              host: hostOfRedirect(outcome.redirectTo) ?? '',
            })}
          </p>
        </Notice>
      ) : 'nothing' in opened ? (
        <EmptyState title={t('authorize.nothingTitle')}>
          <p>{t('authorize.nothingText')}</p>
        </EmptyState>
      ) : 'repeated' in opened ? (
        <Notice kind="warning">
          <p>{t('authorize.repeated', { name: opened.repeated })}</p>
        </Notice>
      ) : (
        <ReviewRequest
          key={query.toString()}
          request={opened.request}
          onDecided={(isApproved, redirectTo) => {
            followRedirect(redirectTo);
            setOutcome({ isApproved, redirectTo });
          }}
        />
      )}
    </>
  );
}
