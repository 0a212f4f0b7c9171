import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/form.tsx';
import { describeFile } from '../../content/file-texts.ts';
import { useMediaFile } from '../../content/media-file.ts';
import { LibraryMedium, Medium } from '../../content/media-view.tsx';
import { UploadProgress } from '../../content/upload-progress.tsx';
import type { Uploads } from '../../content/use-uploads.ts';
import { t } from '../../language/texts.ts';
import type { DraftFile } from './draft-files.ts';
import { MoveButton } from './move-button.tsx';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';

interface FileRowProps {
  file: DraftFile;
  /** The position of the file, from 1, of `count`. */
  number: number;
  count: number;
  /** The JSON Pointer of the file in the request, or null while it is not sent. */
  pointer: string | null;
  errors: FieldErrors;
  uploads: Uploads;
  onChange: (change: Partial<DraftFile>) => void;
  onMove: (by: number) => void;
  onRemove: () => void;
}

/** A file of a post: what it shows, its alternative text, its position, and its upload while that runs. */
export function FileRow(props: FileRowProps) {
  const { file, number, count, pointer, errors, uploads, onChange, onMove, onRemove } = props;
  const upload = uploads.list.find(({ key }) => key === file.uploadKey);
  const at = (field: string) => (pointer === null ? null : errorsAt(errors, `${pointer}${field}`));
  const own = errors.filter((error) => error.pointer === pointer);
  const ofRow = pointer === null ? null : errorsAt(own, pointer);
  const isLinked = file.mediaId === undefined && !upload;
  return (
    <fieldset class="file-row">
      <legend>{t('composer.file', { number })}</legend>
      <div class="file-shown">
        <Thumbnail file={file} number={number} />
        <div class="file-fields">
          {upload && <UploadProgress upload={upload} onRetry={() => uploads.retry(upload.key)} onCancel={onRemove} />}
          {file.mediaId !== undefined && <LibraryFacts id={file.mediaId} name={file.name} />}
          {file.mediaId !== undefined && <FileError text={at('/media_id') ?? ofRow} />}
          {isLinked && (
            <TextField
              label={t('words.url')}
              type="url"
              value={file.url}
              onValue={(url) => onChange({ url })}
              error={at('/url') ?? ofRow}
              hint={t('composer.urlHint')}
            />
          )}
          <TextField
            label={t('composer.alternativeText')}
            value={file.alt}
            maxLength={1000}
            onValue={(alt) => onChange({ alt })}
            error={at('/alt')}
            {...(number === 1 ? { hint: t('composer.alternativeTextHint') } : {})}
          />
        </div>
      </div>
      <div class="actions">
        {count > 1 && (
          <MoveButton label={t('composer.moveFileUp', { number })} isAtEnd={number === 1} by={-1} onMove={onMove} />
        )}
        {count > 1 && (
          <MoveButton
            label={t('composer.moveFileDown', { number })}
            isAtEnd={number === count}
            by={1}
            onMove={onMove}
          />
        )}
        {!upload && (
          <Button class="small" onClick={onRemove}>
            {t('composer.removeFile', { number })}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function FileError({ text }: { text: string | null }) {
  return text === null ? null : <p class="field-error">{text}</p>;
}

function Thumbnail({ file, number }: { file: DraftFile; number: number }) {
  const alt = file.alt || undefined;
  return (
    <div class="thumbnail">
      {file.mediaId !== undefined ? (
        <LibraryMedium id={file.mediaId} alt={alt} number={number} />
      ) : file.url.trim() ? (
        <Medium url={file.url.trim()} isVideo={file.type === 'video'} isLinked alt={alt} number={number} />
      ) : (
        <span class="no-image" aria-hidden="true" />
      )}
    </div>
  );
}

function LibraryFacts({ id, name }: { id: string; name: string | undefined }) {
  const { data } = useMediaFile(id);
  return (
    <p class="file-facts">
      {name && <strong>{name} </strong>}
      {data ? describeFile(data) : t('composer.libraryFile')}
    </p>
  );
}
