import { api, unwrap } from '../api/client.ts';
import { Confirm } from '../components/dialog.tsx';
import { t } from '../language/texts.ts';
import { describeFile } from './file-texts.ts';
import type { MediaFile } from './media-file.ts';

interface DeleteFileProps {
  file: MediaFile;
  onDeleted: () => Promise<void>;
  onClose: () => void;
}

/** Ask before a file of the library is deleted. */
export function DeleteFile({ file, onDeleted, onClose }: DeleteFileProps) {
  return (
    <Confirm
      title={t('content.deleteFileTitle')}
      confirm={t('content.deleteFile')}
      run={() => unwrap(api.DELETE('/media/{id}', { params: { path: { id: file.id } } }))}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>{t('content.deleteFileFinal', { file: describeFile(file) })}</p>
    </Confirm>
  );
}
