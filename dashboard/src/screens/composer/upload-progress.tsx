import { describeUpload, percentSent, type Upload } from './uploads.ts';

interface UploadProgressProps {
  upload: Upload;
  onRetry: () => void;
  onCancel: () => void;
}

/** How far the upload of a file is, why it failed, and what can be done about it. */
export function UploadProgress({ upload, onRetry, onCancel }: UploadProgressProps) {
  const { name, state } = upload;
  return (
    <div class="upload">
      <p class="upload-name">
        <strong>{name}</strong> <span class="muted">{describeUpload(upload)}</span>
      </p>
      {state.phase === 'sending' && <progress max={100} value={percentSent(upload)} aria-label={`Upload of ${name}`} />}
      {state.phase === 'processing' && <progress aria-label={`Processing of ${name}`} />}
      {state.phase === 'failed' && <p class="field-error">{state.reason}</p>}
      <div class="actions">
        {state.phase === 'failed' && (
          <button type="button" class="small" onClick={onRetry}>
            Retry<span class="visually-hidden"> {name}</span>
          </button>
        )}
        <button type="button" class="small" onClick={onCancel}>
          {state.phase === 'failed' ? 'Remove' : 'Cancel'}
          <span class="visually-hidden"> {name}</span>
        </button>
      </div>
    </div>
  );
}
