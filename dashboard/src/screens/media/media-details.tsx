import { SquarePen } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Fact } from '../../components/facts.tsx';
import { Time } from '../../components/time.tsx';
import { DeleteFile } from '../../content/delete-file.tsx';
import { describeFile, formatBytes, formatDuration, isVideoFile, typeName, usageOf } from '../../content/file-texts.ts';
import type { MediaFile } from '../../content/media-file.ts';
import { Medium } from '../../content/media-view.tsx';
import { t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { Deliveries } from './deliveries.tsx';

interface MediaDetailsProps {
  file: MediaFile;
  canWrite: boolean;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** A file of the library: how it looks, what is known about it, and what can be done with it. */
export function MediaDetails({ file, canWrite, onChanged, onClose }: MediaDetailsProps) {
  const [isDeleting, setDeleting] = useState(false);
  const { id, status, url, reference_count, error } = file;
  const isReady = status === 'ready';
  const isUsed = reference_count > 0;
  return (
    <Dialog title={t('media.details')} onClose={onClose}>
      {isReady && (
        <div class="media-large">
          <Medium url={url ?? ''} isVideo={isVideoFile(file)} alt={describeFile(file)} number={1} />
        </div>
      )}
      {error && <p class="field-error">{error.message}</p>}
      <Facts file={file} />
      {isReady && <Deliveries file={file} />}
      {canWrite && isUsed && <p class="hint">{t('media.cannotDeleteUsed')}</p>}
      {canWrite && (
        <footer>
          {!isUsed && (
            <Button class="danger" onClick={() => setDeleting(true)}>
              {t('content.deleteFile')}
            </Button>
          )}
          {isReady && (
            <a class="button primary" href={`#/compose?media=${id}`}>
              <SquarePen size={18} /> {t('media.useInPost')}
            </a>
          )}
        </footer>
      )}
      {isDeleting && (
        <DeleteFile
          file={file}
          onDeleted={async () => {
            await onChanged();
            onClose();
          }}
          onClose={() => setDeleting(false)}
        />
      )}
    </Dialog>
  );
}

function Facts({ file }: { file: MediaFile }) {
  const nameOf = useMemberNames();
  const { content_type, size_bytes, width, height, duration_ms, created_at, created_by, expires_at, status } = file;
  return (
    <dl class="facts">
      <Fact name={t('words.status')}>{t(`media.status_${status}`)}</Fact>
      {content_type !== null && <Fact name={t('media.type')}>{typeName(content_type)}</Fact>}
      {size_bytes !== null && <Fact name={t('media.size')}>{formatBytes(size_bytes)}</Fact>}
      {width !== null && height !== null && (
        <Fact name={t('media.dimensions')}>{t('media.pixels', { width, height })}</Fact>
      )}
      {duration_ms !== null && <Fact name={t('media.duration')}>{formatDuration(duration_ms)}</Fact>}
      <Fact name={t('media.usage')}>{usageOf(file)}</Fact>
      <Fact name={t('words.addedAt')}>
        <Time at={created_at} />
      </Fact>
      <Fact name={t('media.addedBy')}>{nameOf(created_by)}</Fact>
      {expires_at !== null && (
        <Fact name={t('media.deletedAt')}>
          <Time at={expires_at} />
        </Fact>
      )}
    </dl>
  );
}
