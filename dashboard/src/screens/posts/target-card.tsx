import { PlatformTag, Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { type Account, accountName, type Target } from '../../content/content.ts';
import { toWords } from '../../words.ts';
import { TargetParts } from './target-parts.tsx';
import { lateness, remedyFor, timelineOf } from './timeline.ts';

export type TargetAction = 'retry' | 'resolve' | 'cancel';

const NOTABLY_LATE_SECONDS = 60;

interface TargetCardProps {
  target: Target;
  account: Account | null;
  permissions: Record<TargetAction, boolean>;
  /** Whether the text of the post can still be changed. */
  isEditable: boolean;
  /** How many targets of the item have failed or were interrupted: a retry is about all of them. */
  failedCount: number;
  onAsk: (action: TargetAction) => void;
}

/** A target: its status, what happened when, its error, and the actions that it permits. */
export function TargetCard({ target, account, permissions, isEditable, failedCount, onAsk }: TargetCardProps) {
  const remedy = remedyFor(target, isEditable);
  const late = lateness(target.late_by_seconds);
  const rows = timelineOf(target);
  const name = account && accountName(account);
  const offered = (['retry', 'resolve', 'cancel'] as const).filter(
    (action) => target.available_actions.includes(action) && permissions[action],
  );
  return (
    <article class="card target" aria-label={`${target.platform} ${name ?? ''}`.trim()}>
      <header>
        <PlatformTag platform={target.platform} sandbox={target.sandbox} />
        {name && <span class="muted">{name}</span>}
        <Status status={target.status} />
        {late && <span class={(target.late_by_seconds ?? 0) >= NOTABLY_LATE_SECONDS ? 'late' : 'muted'}>{late}</span>}
      </header>
      {target.error && (
        <div class={`message ${target.status === 'failed' ? 'error' : 'warning'}`}>
          <p>
            <strong>{target.error.message}</strong>
          </p>
          {remedy && <p>{remedy}</p>}
          <p class="request-id">
            Code <code>{target.error.code}</code>, category {toWords(target.error.category)}
            {(target.status === 'failed' || target.status === 'partially_published') &&
              (target.error.retryable ? ', retryable' : ', not retryable')}
          </p>
        </div>
      )}
      {target.status === 'unconfirmed' && (
        <p>
          The platform did not confirm whether the post was published. It is not sent again.
          {target.next_check_at
            ? ' The service checks the platform automatically.'
            : ' Check the account on the platform, then resolve the target.'}
        </p>
      )}
      {target.retry_may_duplicate && offered.includes('retry') && (
        <p>This may already be live. Check the account on the platform before you retry.</p>
      )}
      <TargetParts parts={target.parts} error={target.error} />
      <ol class="timeline" aria-label="Timeline">
        {rows.map(({ label, at, detail, isNext }, index) => (
          <li key={`${index} ${label}`} class={isNext ? 'next' : undefined}>
            <span>
              {label}
              {detail && <small> {toWords(detail)}</small>}
            </span>
            {at && <Time at={at} precise={!isNext} />}
          </li>
        ))}
      </ol>
      {(target.url || offered.length > 0) && (
        <div class="actions">
          {target.url && /^https?:\/\//.test(target.url) && (
            <a href={target.url} target="_blank" rel="noreferrer">
              View on platform
            </a>
          )}
          {offered.map((action) => (
            <button key={action} type="button" class="small" onClick={() => onAsk(action)}>
              {actionText(action, target.status, failedCount)}
            </button>
          ))}
        </div>
      )}
    </article>
  );
}

function actionText(action: TargetAction, status: Target['status'], failedCount: number): string {
  if (action === 'retry' && failedCount > 1) return `Retry all ${failedCount}`;
  if (action === 'retry') return status === 'partially_published' ? 'Resume' : 'Retry';
  return action === 'resolve' ? 'Resolve' : 'Cancel this target';
}
