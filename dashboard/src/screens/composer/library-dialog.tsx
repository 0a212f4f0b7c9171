import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction, usePagedList } from '../../api/hooks.ts';
import { Confirm, Dialog } from '../../components/dialog.tsx';
import { ListEnd } from '../../components/feedback.tsx';
import { Time } from '../../components/time.tsx';
import { describeFile } from '../../content/file-texts.ts';
import { type MediaFile, rememberFile } from '../../content/media-file.ts';
import { Medium } from '../../content/media-view.tsx';

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
    <Dialog title="Media library" onClose={onClose}>
      {isEmpty && <p>The media library is empty. Upload a file.</p>}
      <ul class="library">
        {list.items.map((file, index) => {
          const isChosen = chosen.includes(file.id);
          const number = index + 1;
          return (
            <li key={file.id} class="file-shown">
              <div class="thumbnail">
                <Medium
                  url={file.url ?? ''}
                  isVideo={file.content_type?.startsWith('video/') ?? false}
                  alt={`File ${number} of the library`}
                  number={number}
                />
              </div>
              <div class="file-fields">
                <p class="file-facts">
                  {describeFile(file)}
                  <br />
                  <span class="muted">
                    <Time at={file.created_at} />, {usage(file.reference_count)}
                  </span>
                </p>
                <div class="actions">
                  <button
                    type="button"
                    class="small"
                    aria-disabled={isChosen || room <= 0}
                    onClick={() => !isChosen && room > 0 && onChoose(file)}
                  >
                    {isChosen ? 'Added' : 'Add'}
                    <span class="visually-hidden"> file {number}</span>
                  </button>
                  {file.reference_count === 0 && !isChosen && (
                    <button type="button" class="small danger" onClick={() => setDeleting(file)}>
                      Delete<span class="visually-hidden"> file {number}</span>
                    </button>
                  )}
                </div>
              </div>
            </li>
          );
        })}
      </ul>
      <ListEnd list={list} />
      <footer>
        <button type="button" class="primary" onClick={onClose}>
          Done
        </button>
      </footer>
      {deleting && <DeleteFile file={deleting} onDeleted={list.reload} onClose={() => setDeleting(null)} />}
    </Dialog>
  );
}

function usage(count: number): string {
  if (count === 0) return 'not used';
  return count === 1 ? 'used in one post' : `used in ${count} posts`;
}

interface DeleteFileProps {
  file: MediaFile;
  onDeleted: () => Promise<void>;
  onClose: () => void;
}

function DeleteFile({ file, onDeleted, onClose }: DeleteFileProps) {
  const remove = useAction(async () => {
    await unwrap(api.DELETE('/media/{id}', { params: { path: { id: file.id } } }));
    await onDeleted();
  });
  return (
    <Confirm title="Delete this file?" confirm="Delete file" action={remove} onClose={onClose}>
      <p>{describeFile(file)}. This cannot be undone.</p>
    </Confirm>
  );
}
