import { AccountName } from '../../components/avatar.tsx';
import { Button } from '../../components/button.tsx';
import { Halted } from '../../components/halted.tsx';
import { PlatformTag, Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import type { Account, Target } from '../../content/content.ts';
import { rich, t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
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
  const offered = (['retry', 'resolve', 'cancel'] as const).filter(
    (action) => target.available_actions.includes(action) && permissions[action],
  );
  return (
    <article class="card target" aria-label={`${platformName(target.platform)} ${account?.name ?? ''}`.trim()}>
      <header>
        {account && <AccountName account={account} />}
        {(!account || target.sandbox) && <PlatformTag platform={target.platform} sandbox={target.sandbox} />}
        <Status status={target.status} />
        {target.halt && <Halted reason={target.halt.reason} />}
        {late && <span class={(target.late_by_seconds ?? 0) >= NOTABLY_LATE_SECONDS ? 'late' : 'muted'}>{late}</span>}
      </header>
      {target.error && (
        <div class={`message ${target.status === 'failed' ? 'error' : 'warning'}`}>
          <p>
            <strong>{target.error.message}</strong>
          </p>
          {remedy && <p>{remedy}</p>}
          <p class="request-id">
            {rich('posts.errorCode', {
              code: () => <code>{target.error!.code}</code>,
              category: target.error.category,
              retryable: !hasEnded(target) ? 'other' : target.error.retryable ? 'yes' : 'no',
            })}
          </p>
        </div>
      )}
      {target.status === 'unconfirmed' && (
        <p>
          {t('posts.unconfirmed')} {t(target.next_check_at ? 'posts.unconfirmedChecks' : 'posts.unconfirmedResolve')}
        </p>
      )}
      {target.retry_may_duplicate && offered.includes('retry') && <p>{t('posts.mayBeLive')}</p>}
      <TargetParts parts={target.parts} error={target.error} />
      <ol class="timeline" aria-label={t('posts.timeline')}>
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
              {t('posts.viewOnPlatform')}
            </a>
          )}
          {offered.map((action) => (
            <Button key={action} class="small" onClick={() => onAsk(action)}>
              {actionText(action, target.status, failedCount)}
            </Button>
          ))}
        </div>
      )}
    </article>
  );
}

function actionText(action: TargetAction, status: Target['status'], failedCount: number): string {
  if (action === 'retry' && failedCount > 1) return t('posts.retryAll', { count: failedCount });
  if (action === 'retry') return t(status === 'partially_published' ? 'words.resume' : 'words.retry');
  return t(action === 'resolve' ? 'posts.resolve' : 'posts.cancelTarget');
}

function hasEnded({ status }: Target): boolean {
  return status === 'failed' || status === 'partially_published';
}
