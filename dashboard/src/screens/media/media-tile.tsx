import { Button } from '../../components/button.tsx';
import { describeFile, usageOf } from '../../content/file-texts.ts';
import type { MediaFile } from '../../content/media-file.ts';
import { MediaThumbnail } from '../../content/media-thumbnail.tsx';
import { t } from '../../language/texts.ts';

/** A file of the library, as a button that opens its details. */
export function MediaTile({ file, onOpen }: { file: MediaFile; onOpen: () => void }) {
  const { status } = file;
  return (
    <li>
      <Button class="media-tile" onClick={onOpen}>
        <MediaThumbnail file={file} />
        <span>{status === 'ready' ? describeFile(file) : t(`media.status_${status}`)}</span>
        <small>{status === 'rejected' ? file.error?.message : usageOf(file)}</small>
      </Button>
    </li>
  );
}
