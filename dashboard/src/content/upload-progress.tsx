import { Button } from '../components/button.tsx';
import { t } from '../language/texts.ts';
import { describeUpload, percentSent, type Upload } from './uploads.ts';

interface UploadProgressProps {
  upload: Upload;
  onRetry: () => void;
  onCancel: () => void;
}

/** How far the upload of a file is, why it failed, and what can be done about it. */
export function UploadProgress({ upload, onRetry, onCancel }: UploadProgressProps) {
  const { name, state } = upload;
  const hasFailed = state.phase === 'failed';
  return (
    <div class="upload">
      <p class="upload-name">
        <strong>{name}</strong> <span class="muted">{describeUpload(upload)}</span>
      </p>
      {state.phase === 'sending' && (
        <progress max={100} value={percentSent(upload)} aria-label={t('content.uploadOf', { name })} />
      )}
      {state.phase === 'processing' && <progress aria-label={t('content.processingOf', { name })} />}
      {state.phase === 'failed' && <p class="field-error">{state.reason}</p>}
      <div class="actions">
        {state.phase === 'failed' && (
          <Button class="small" aria-label={t('content.retryUpload', { name })} onClick={onRetry}>
            {t('words.retry')}
          </Button>
        )}
        <Button
          class="small"
          aria-label={t(hasFailed ? 'content.removeUpload' : 'content.cancelUpload', { name })}
          onClick={onCancel}
        >
          {t(hasFailed ? 'words.remove' : 'words.cancel')}
        </Button>
      </div>
    </div>
  );
}
