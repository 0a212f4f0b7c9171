import type { ComponentChildren } from 'preact';
import type { PagedList, Query } from '../api/hooks.ts';
import { ApiProblem, ApiUnreachable, isDuplicate, isRetryable, SessionEnded } from '../api/problem.ts';
import { rich, type TextKey, t } from '../language/texts.ts';
import { Button } from './button.tsx';
import { bold, code } from './elements.tsx';

// What a person can do about a problem, by its code. The API's detail says what happened.
const NEXT_STEPS: Record<string, TextKey> = {
  precondition_failed: 'problem.preconditionFailed',
  recent_sign_in_required: 'problem.recentSignIn',
  insufficient_scope: 'problem.insufficientScope',
  email_not_configured: 'problem.emailNotConfigured',
  plan_required: 'problem.planRequired',
  approval_required: 'problem.approvalRequired',
  content_changed: 'problem.contentChanged',
  device_login_changed: 'problem.grantChanged',
  authorization_changed: 'problem.grantChanged',
  device_login_decided: 'problem.deviceDecided',
  duplicate_content: 'problem.duplicateContent',
  key_limit: 'problem.keyLimit',
};

function nextStep(error: ApiProblem): string | null {
  const { problem, retryAfterSeconds } = error;
  if (problem.status === 429) return t('problem.rateLimited', { seconds: retryAfterSeconds ?? 60 });
  const step = NEXT_STEPS[problem.code];
  if (step) return t(step);
  if (problem.status === 409) return t('problem.reload');
  if (problem.retryable) return t('problem.later');
  return null;
}

/** Say what went wrong, what to do, and the request id. Offers to repeat what may succeed later. */
export function ErrorMessage({ error, onRetry }: { error: unknown; onRetry?: (() => unknown) | undefined }) {
  if (!error || error instanceof SessionEnded) return null;
  return (
    <div class="message error" role="alert">
      {error instanceof ApiProblem ? (
        <ProblemText error={error} />
      ) : error instanceof ApiUnreachable ? (
        <p>{rich('problem.unreachable', { b: bold })}</p>
      ) : (
        <p>{rich('problem.crashed', { b: bold })}</p>
      )}
      {onRetry && isRetryable(error) && <Button onClick={() => onRetry()}>{t('components.tryAgain')}</Button>}
    </div>
  );
}

function ProblemText({ error }: { error: ApiProblem }) {
  const { problem } = error;
  const step = nextStep(error);
  const errors = problem.errors ?? [];
  return (
    <>
      <p>
        <strong>{problem.title}.</strong> {errors.length === 0 ? problem.detail : null}
      </p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ pointer, detail }) => (
            <li key={pointer + detail}>
              <code>{pointer}</code>: {detail}
            </li>
          ))}
        </ul>
      )}
      {step && <p>{step}</p>}
      {isDuplicate(error) && (
        <p>
          <a href={`#/posts/${problem.content_id}`}>{t('problem.openDuplicate')}</a>
        </p>
      )}
      <p class="request-id">{rich('problem.requestId', { id: problem.request_id, code })}</p>
    </>
  );
}

/** Say that something succeeded or needs attention, also to screen readers. */
export function Notice({
  kind = 'info',
  children,
}: {
  kind?: 'info' | 'success' | 'warning';
  children: ComponentChildren;
}) {
  return (
    <div class={`message ${kind}`} role="status">
      {children}
    </div>
  );
}

/** Show that something is being loaded or is in progress. */
export function Progress({ label }: { label: string }) {
  return (
    <p class="progress" role="status">
      <span class="spinner" aria-hidden="true" /> {label}
    </p>
  );
}

/** What is shown while a query has no data, and when it failed. */
export function QueryState({ query, label = t('words.loading') }: { query: Query<unknown>; label?: string }) {
  return (
    <>
      {query.isLoading && !query.data && <Progress label={label} />}
      <ErrorMessage error={query.error} onRetry={query.reload} />
    </>
  );
}

/** Say that a list is empty, and name the first step. */
export function EmptyState({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** The end of a paged list: its error, its progress, and the button for the next page. */
export function ListEnd({ list }: { list: PagedList<unknown> }) {
  if (list.error)
    return <ErrorMessage error={list.error} onRetry={list.items.length > 0 ? list.loadMore : list.reload} />;
  if (list.isLoading) return <Progress label={t('words.loading')} />;
  if (!list.hasMore) return null;
  return <Button onClick={() => void list.loadMore()}>{t('components.loadMore')}</Button>;
}
