import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ListEnd } from '../../components/feedback.tsx';
import { Time } from '../../components/time.tsx';
import { DeleteFile } from '../../content/delete-file.tsx';
import { describeFile, usageOf } from '../../content/file-texts.ts';
import { type MediaFile, rememberFile } from '../../content/media-file.ts';
import { MediaThumbnail } from '../../content/media-thumbnail.tsx';
import { t } from '../../language/texts.ts';

interface LibraryDialogProps {
  /** The files that the post has already. */
  chosen: string[];
  /** How many files can still be added. */
  room: number;
  onChoose: (file: MediaFile) => void;
  onClose: () => void;
}

async function loadFiles(cursor: string | undefined) {
  const { media, pagination } = await unwrap(api.GET('/media', { params: { query: { limit: 20, cursor } } }));
  return { items: media.filter(({ status }) => status === 'ready'), nextCursor: pagination.next_cursor };
}

/** Choose files of the media library, or delete those that no post uses. */
export function LibraryDialog({ chosen, room, onChoose, onClose }: LibraryDialogProps) {
  const list = usePagedList('media', loadFiles);
  const [deleting, setDeleting] = useState<MediaFile | null>(null);
  useEffect(() => list.items.forEach(rememberFile), [list.items.length]);
  // A page whose files are all rejected or unfinished has no items.
  const isEmpty = list.isEmpty && !list.hasMore;
  return (
    <Dialog title={t('composer.mediaLibrary')} onClose={onClose}>
      {isEmpty && <p>{t('composer.libraryEmpty')}</p>}
      <ul class="library">
        {list.items.map((file, index) => (
          <LibraryRow
            key={file.id}
            file={file}
            number={index + 1}
            isChosen={chosen.includes(file.id)}
            hasRoom={room > 0}
            onChoose={() => onChoose(file)}
            onDelete={() => setDeleting(file)}
          />
        ))}
      </ul>
      <ListEnd list={list} />
      <footer>
        <Button class="primary" onClick={onClose}>
          {t('words.done')}
        </Button>
      </footer>
      {deleting && <DeleteFile file={deleting} onDeleted={list.reload} onClose={() => setDeleting(null)} />}
    </Dialog>
  );
}

interface LibraryRowProps {
  file: MediaFile;
  number: number;
  isChosen: boolean;
  hasRoom: boolean;
  onChoose: () => void;
  onDelete: () => void;
}

function LibraryRow({ file, number, isChosen, hasRoom, onChoose, onDelete }: LibraryRowProps) {
  const canAdd = !isChosen && hasRoom;
  return (
    <li class="file-shown">
      <MediaThumbnail file={file} />
      <div class="file-fields">
        <p class="file-facts">
          {describeFile(file)}
          <br />
          <span class="muted">
            <Time at={file.created_at} />, {usageOf(file)}
          </span>
        </p>
        <div class="actions">
          <Button
            class="small"
            aria-label={t(isChosen ? 'composer.fileAdded' : 'composer.addFile', { number })}
            aria-disabled={!canAdd}
            onClick={() => canAdd && onChoose()}
          >
            {t(isChosen ? 'words.addedAt' : 'composer.add')}
          </Button>
          {file.reference_count === 0 && !isChosen && (
            <Button class="small danger" aria-label={t('composer.deleteFile', { number })} onClick={onDelete}>
              {t('words.delete')}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}
