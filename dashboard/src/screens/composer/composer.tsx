import { useState } from 'preact/hooks';
import { useQuery } from '../../api/hooks.ts';
import { EmptyState, ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { type LoadedContent, loadContent, useAccounts, useWorkspace } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { type MediaFile, readFile } from '../../content/media-file.ts';
import { rich, t } from '../../language/texts.ts';
import type { ScreenProps } from '../../screen-props.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { defaultPlatforms } from './account-choice.ts';
import { draftOf, emptyDraft } from './draft.ts';
import { libraryFile } from './draft-files.ts';
import { Editor } from './editor.tsx';
import { requestedStart } from './requested-start.ts';

// Saving a new draft leads to its own URL, where this says that it was saved.
let savedJustNow: string | null = null;

/** Write or edit a post, with a preview for each platform. */
export default function Composer({ params }: ScreenProps) {
  const { id } = params;
  const canWrite = usePermission('content:write');
  const workspace = useWorkspace();
  const { planningZone } = useTimeZone();
  const canSeeAccounts = usePermission('accounts:read');
  const accounts = useAccounts(canSeeAccounts);
  const item = useQuery<LoadedContent | null>(`content ${id}`, async () => (id ? loadContent(id) : null));
  const [wasSaved] = useState(() => {
    const was = id !== undefined && savedJustNow === id;
    savedJustNow = null;
    return was;
  });
  const [{ at, mediaId, queue }] = useState(requestedStart);
  const file = useQuery<MediaFile | null>(`requested ${mediaId}`, async () => (mediaId ? readFile(mediaId) : null));
  const heading = <h1>{t(id ? 'composer.editPost' : 'words.compose')}</h1>;
  if (!canWrite) {
    return (
      <>
        {heading}
        <Notice kind="warning">{t('composer.notAllowed')}</Notice>
      </>
    );
  }
  const failed = item.error ?? workspace.error;
  const isReady =
    workspace.data && (!id || item.data) && (accounts.data || accounts.error) && (!file.isLoading || file.data);
  if (failed || !isReady) {
    const reload = item.error ? item.reload : workspace.reload;
    return (
      <>
        {heading}
        {failed ? (
          <ErrorMessage error={failed} onRetry={() => void reload()} />
        ) : (
          <Progress label={t('words.loading')} />
        )}
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
            {t('composer.openPost')}
          </a>
        </EmptyState>
      </>
    );
  }
  const start = () => ({
    ...emptyDraft(at, planningZone, queue),
    platforms: defaultPlatforms((canSeeAccounts && accounts.data) || []),
    files: file.data ? [libraryFile(file.data, 0)] : [],
  });
  return (
    <>
      <div class="bar">
        {heading}
        {id && (
          <a class="button" href={`#/posts/${id}`}>
            {t('composer.openPost')}
          </a>
        )}
      </div>
      <ErrorMessage error={accounts.error} onRetry={accounts.reload} />
      <ErrorMessage error={file.error} onRetry={file.reload} />
      {canSeeAccounts && accounts.data?.length === 0 && (
        <Notice>
          <p>{rich('composer.noAccountConnected', { a: (content) => <a href="#/accounts">{content}</a> })}</p>
        </Notice>
      )}
      <Editor
        key={id ?? 'new'}
        start={item.data ? draftOf(item.data.content) : start()}
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
