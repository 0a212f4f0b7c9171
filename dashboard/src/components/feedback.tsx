import type { ComponentChildren } from 'preact';
import type { PagedList, Query } from '../api/hooks.ts';
import { ApiProblem, ApiUnreachable, isRetryable, SessionEnded } from '../api/problem.ts';

// What a person can do about a problem, by its code. The API's detail says what happened.
const NEXT_STEPS: Record<string, string> = {
  precondition_failed: 'Another member changed this after you opened it. Reload it, compare, and save again.',
  recent_sign_in_required: 'Try again, and sign in when asked.',
  insufficient_scope: 'Your role does not allow this. Ask an owner or admin to change your role.',
  email_not_configured: 'Sign in with a passkey, or send this message to the operator of the service.',
  plan_required: 'Your plan does not include this feature.',
  approval_required: 'Submit the post for approval first.',
  content_changed: 'This post has changed since you opened it. Reload it and decide again.',
};

function nextStep(error: ApiProblem): string | null {
  const { problem, retryAfterSeconds } = error;
  if (problem.status === 429) return `Try again in ${retryAfterSeconds ?? 60} seconds.`;
  const step = NEXT_STEPS[problem.code];
  if (step) return step;
  if (problem.status === 409) return 'Reload the page and try again.';
  if (problem.retryable) return 'Try again in a moment. Your input is kept.';
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
        <p>
          <strong>The API did not respond.</strong> Check your connection and try again. Your input is kept.
        </p>
      ) : (
        <p>
          <strong>The dashboard encountered an error.</strong> Reload the page.
        </p>
      )}
      {onRetry && isRetryable(error) && (
        <button type="button" onClick={() => onRetry()}>
          Try again
        </button>
      )}
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
      <p class="request-id">
        Request id: <code>{problem.request_id}</code>
      </p>
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
export function QueryState({ query, label = 'Loading…' }: { query: Query<unknown>; label?: string }) {
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
  if (list.isLoading) return <Progress label="Loading…" />;
  if (!list.hasMore) return null;
  return (
    <button type="button" onClick={() => void list.loadMore()}>
      Load more
    </button>
  );
}
