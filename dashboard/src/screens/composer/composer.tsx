import { useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks.ts';
import { EmptyState, ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { type LoadedContent, loadContent, useAccounts, useWorkspace } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import type { ScreenProps } from '../../routes.ts';
import { usePermission } from '../../session-context.tsx';
import { draftOf, emptyDraft } from './draft.ts';
import { Editor } from './editor.tsx';
import { requestedTime } from './requested-time.ts';

// Saving a new draft leads to its own URL, where this says that it was saved.
let savedJustNow: string | null = null;

/** Write or edit a post, with a preview for each platform. */
export default function Composer({ params }: ScreenProps) {
  const { id } = params;
  const canWrite = usePermission('content:write');
  const workspace = useWorkspace();
  const canSeeAccounts = usePermission('accounts:read');
  const accounts = useAccounts(canSeeAccounts);
  const item = useQuery<LoadedContent | null>(`content ${id}`, async () => (id ? loadContent(id) : null));
  const [wasSaved] = useState(() => {
    const was = id !== undefined && savedJustNow === id;
    savedJustNow = null;
    return was;
  });
  const [start] = useState(() => emptyDraft(requestedTime()));
  const heading = <h1>{id ? 'Edit post' : 'Compose'}</h1>;
  if (!canWrite) {
    return (
      <>
        {heading}
        <Notice kind="warning">
          Your role does not allow creating posts. Ask an owner or admin to change your role.
        </Notice>
      </>
    );
  }
  const failed = item.error ?? workspace.error;
  const isReady = workspace.data && (!id || item.data) && (accounts.data || accounts.error);
  if (failed || !isReady) {
    const reload = item.error ? item.reload : workspace.reload;
    return (
      <>
        {heading}
        {failed ? <ErrorMessage error={failed} onRetry={() => void reload()} /> : <Progress label="Loading…" />}
      </>
    );
  }
  const obstacle = item.data ? editObstacle(item.data.content) : null;
  if (item.data && obstacle) {
    return (
      <>
        {heading}
        <EmptyState title={item.data.content.title}>
          <p>{obstacle}</p>
          <a class="button" href={`#/posts/${item.data.content.id}`}>
            Open the post
          </a>
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <div class="bar">
        {heading}
        {id && (
          <a class="button" href={`#/posts/${id}`}>
            Open the post
          </a>
        )}
      </div>
      <ErrorMessage error={accounts.error} onRetry={accounts.reload} />
      {canSeeAccounts && accounts.data?.length === 0 && (
        <Notice>
          <p>
            No account is connected. You can save drafts, but not publish them.{' '}
            <a href="#/accounts">Connect an account</a>
          </p>
        </Notice>
      )}
      <Editor
        key={id ?? 'new'}
        start={item.data ? draftOf(item.data.content) : start}
        loaded={item.data}
        workspace={workspace.data!}
        accounts={canSeeAccounts ? accounts.data : null}
        wasSaved={wasSaved}
        onDraftSaved={(saved) => {
          savedJustNow = saved;
          return `/compose/${saved}`;
        }}
      />
    </>
  );
}
