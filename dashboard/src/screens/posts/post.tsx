import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useQuery } from '../../api/hooks.ts';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { PlannedTime } from '../../components/planned-time.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { loadContent, useAccounts, useWorkspace } from '../../content/content.ts';
import { QueueLink, RecurrenceLinks } from '../../content/origin-links.tsx';
import { PostPreviews } from '../../content/preview.tsx';
import { warningTexts } from '../../content/warnings.ts';
import { rich, t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import type { ScreenProps } from '../../screen-props.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { ApprovalPanel } from './approval-panel.tsx';
import { ChangesOfPost } from './changes-of-post.tsx';
import { Comments } from './comments.tsx';
import { PostActions } from './post-actions.tsx';
import { PostMetrics } from './post-metrics.tsx';
import { ReviewLinks } from './review-links.tsx';
import { Targets } from './targets.tsx';
import { nextLookMs } from './timeline.ts';

/** Show a post: its targets with their timelines, previews, approval, comments and review links. */
export default function Post({ params }: ScreenProps) {
  const id = params.id ?? '';
  const item = useQuery(`post ${id}`, () => loadContent(id));
  const accounts = useAccounts(usePermission('accounts:read'));
  const workspace = useWorkspace();
  const nameOf = useMemberNames();
  const canAnalyze = usePermission('analytics:read');
  const canReview = [usePermission('content:write'), usePermission('content:approve')].includes(true);
  const { portal } = useSession();
  const [, navigate] = useLocation();
  const [notice, setNotice] = useState<string | null>(null);
  const targets = item.data?.content.targets;
  useEffect(() => {
    const wait = targets ? nextLookMs(targets, Date.now()) : null;
    if (wait === null || item.isLoading) return;
    const timer = setTimeout(() => void item.reload(), wait);
    return () => clearTimeout(timer);
  }, [item.data, item.isLoading, item.error]);
  if (!item.data) {
    return (
      <>
        <h1>{t('words.post')}</h1>
        {item.error ? (
          <>
            <ErrorMessage error={item.error} onRetry={item.reload} />
            <p>
              <a href="#/posts">{t('posts.viewAll')}</a>
            </p>
          </>
        ) : (
          <Progress label={t('words.loading')} />
        )}
      </>
    );
  }
  const { content } = item.data;
  const onChanged = (message: string) => {
    setNotice(message);
    void item.reload();
  };
  return (
    <>
      <div class="bar">
        <h1>{content.title}</h1>
        <PostActions loaded={item.data} onChanged={onChanged} onDeleted={() => navigate('/posts', { replace: true })} />
      </div>
      <p class="post-facts">
        <Status status={content.status} />
        {content.scheduled_at && (
          <span>
            {rich(content.status === 'scheduled' ? 'posts.dueAt' : 'posts.timeAt', {
              time: () => <PlannedTime at={content.scheduled_at!} local={content.scheduled_local} />,
            })}
          </span>
        )}
        <span class="muted">{rich('posts.updatedAt', { time: () => <Time at={content.updated_at} /> })}</span>
        {content.queue && <QueueLink of={content.queue} />}
        {content.recurrence && <RecurrenceLinks of={content.recurrence} />}
      </p>
      {notice && <Notice kind="success">{notice}</Notice>}
      <ErrorMessage error={item.error} onRetry={item.reload} />
      {content.warnings.length > 0 && (
        <Notice kind="warning">
          <p>
            <strong>{t('posts.fixFirst')}</strong>
          </p>
          <ul>
            {warningTexts(content).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div class="columns post-columns">
        <div>
          <ChangesOfPost loaded={item.data} accounts={accounts.data ?? []} nameOf={nameOf} onReload={item.reload} />
          <Targets loaded={item.data} accounts={accounts.data ?? []} onChanged={onChanged} onReload={item.reload} />
          {canAnalyze && <PostMetrics content={content} />}
          <section aria-labelledby="previews-heading">
            <h2 id="previews-heading">{t('words.preview')}</h2>
            <PostPreviews item={content} accounts={accounts.data ?? []} />
          </section>
        </div>
        <div>
          <ApprovalPanel
            loaded={item.data}
            workspace={workspace.data}
            accounts={accounts.data ?? []}
            nameOf={nameOf}
            onChanged={onChanged}
            onReload={item.reload}
          />
          <Comments contentId={id} nameOf={nameOf} canWrite={canReview} />
          {canReview && !portal && <ReviewLinks contentId={id} nameOf={nameOf} />}
        </div>
      </div>
    </>
  );
}
