import { useEffect, useRef, useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { LeaveGuard } from '../../content/leave-guard.tsx';
import { type MediaFile, rememberFile } from '../../content/media-file.ts';
import { UploadButton } from '../../content/upload-button.tsx';
import { UploadProgress } from '../../content/upload-progress.tsx';
import { useFileDrop } from '../../content/use-file-drop.ts';
import { useUploads } from '../../content/use-uploads.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { MediaDetails } from './media-details.tsx';
import { isShown, type MediaFilter } from './media-filter.ts';
import { MediaFilters } from './media-filters.tsx';
import { MediaTile } from './media-tile.tsx';

async function loadFiles(cursor: string | undefined) {
  const { media, pagination } = await unwrap(api.GET('/media', { params: { query: { limit: 60, cursor } } }));
  media.forEach(rememberFile);
  return { items: media, nextCursor: pagination.next_cursor };
}

/** The files of the workspace: upload them, see what platforms receive of them, and use them in posts. */
export default function Media() {
  const canWrite = usePermission('content:write');
  const list = usePagedList('media library', loadFiles);
  const [filter, setFilter] = useState<MediaFilter>({ kind: '', status: '' });
  const [opened, setOpened] = useState<MediaFile | null>(null);
  const canLeave = useRef(false);
  const uploads = useUploads(() => void list.reload());
  // The uploads that a person has not removed.
  const [kept, setKept] = useState<number[]>([]);
  useEffect(() => uploads.retain(kept), [kept]);
  const upload = (chosen: FileList) => {
    const keys = uploads.add([...chosen]);
    setKept((last) => [...last, ...keys]);
  };
  const { isOver, ...drop } = useFileDrop(upload);
  const shown = list.items.filter((file) => isShown(file, filter));
  const isFiltered = filter.kind !== '' || filter.status !== '';
  return (
    <div class={isOver ? 'media-screen drop' : 'media-screen'} {...(canWrite ? drop : {})}>
      <LeaveGuard isChanged={false} isUploading={uploads.list.length > 0} allow={canLeave} />
      <p class="visually-hidden" role="status">
        {uploads.announcement}
      </p>
      <div class="bar">
        <h1>{t('words.media')}</h1>
        {canWrite && <UploadButton isPrimary onFiles={upload} />}
      </div>
      {uploads.list.length > 0 && (
        <section class="card" aria-label={t('media.uploads')}>
          {uploads.list.map((each) => (
            <UploadProgress
              key={each.key}
              upload={each}
              onRetry={() => uploads.retry(each.key)}
              onCancel={() => setKept((last) => last.filter((key) => key !== each.key))}
            />
          ))}
        </section>
      )}
      <MediaFilters filter={filter} onFilter={setFilter} />
      {list.isEmpty && !list.hasMore ? (
        <EmptyState title={t('media.empty')}>
          <p>{t(canWrite ? 'media.emptyHint' : 'media.emptyReadOnly')}</p>
        </EmptyState>
      ) : (
        shown.length === 0 && isFiltered && !list.isLoading && <p class="muted">{t('media.noMatch')}</p>
      )}
      <ul class="media-grid" aria-label={t('words.files')}>
        {shown.map((file) => (
          <MediaTile key={file.id} file={file} onOpen={() => setOpened(file)} />
        ))}
      </ul>
      <ListEnd list={list} />
      {opened && (
        <MediaDetails file={opened} canWrite={canWrite} onChanged={list.reload} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
