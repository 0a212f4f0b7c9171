import { Images, Link } from 'lucide-preact';
import { useRef, useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { UploadButton } from '../../content/upload-button.tsx';
import { useFileDrop } from '../../content/use-file-drop.ts';
import type { Uploads } from '../../content/use-uploads.ts';
import { t } from '../../language/texts.ts';
import { appendFiles, type DraftFile, filePointer, libraryFile, MAX_FILES } from './draft-files.ts';
import { FileRow } from './file-row.tsx';
import { LibraryDialog } from './library-dialog.tsx';
import { moveRow } from './rows.ts';
import type { FieldErrors } from './use-checks.ts';

interface FilesFieldProps {
  legend: string;
  files: DraftFile[];
  /** The JSON Pointer of the list in the request. */
  pointer: string;
  errors: FieldErrors;
  uploads: Uploads;
  onFiles: (files: DraftFile[]) => void;
}

/** The files of a post: uploads, files of the library and URLs on the web, in the order in which they appear. */
export function FilesField({ legend, files, pointer, errors, uploads, onFiles }: FilesFieldProps) {
  const add = useRef<HTMLButtonElement>(null);
  const [isPicking, setPicking] = useState(false);
  const [note, setNote] = useState('');
  const general = errors.find((error) => error.pointer === pointer)?.detail;
  const isFull = files.length >= MAX_FILES;

  const append = (added: Omit<DraftFile, 'key'>[]) => {
    const left = files.length + added.length - MAX_FILES;
    setNote(left > 0 ? t('composer.tooManyFiles', { limit: MAX_FILES, left }) : '');
    onFiles(appendFiles(files, added));
  };
  const upload = (chosen: FileList) => {
    const taken = [...chosen];
    if (taken.length === 0) return;
    const keys = uploads.add(taken);
    append(
      taken.map(({ name, type }, index) => ({
        ...{ url: '', alt: '', name, uploadKey: keys[index] },
        type: type.startsWith('video/') ? 'video' : 'image',
      })),
    );
  };
  const { isOver, ...drop } = useFileDrop(upload);
  const remove = (key: number) => {
    onFiles(files.filter((file) => file.key !== key));
    add.current?.focus();
  };
  const move = (key: number, by: number) => {
    const moved = moveRow(files, key, by);
    onFiles(moved);
    const position = moved.findIndex((file) => file.key === key) + 1;
    setNote(t('composer.movedTo', { position, count: moved.length }));
  };

  return (
    <fieldset class={isOver ? 'files drop' : 'files'} {...drop}>
      <legend>{legend}</legend>
      {files.map((file, index) => (
        <FileRow
          key={file.key}
          file={file}
          number={index + 1}
          count={files.length}
          pointer={filePointer(files, file.key, pointer)}
          errors={errors}
          uploads={uploads}
          onChange={(change) => onFiles(files.map((each) => (each === file ? { ...each, ...change } : each)))}
          onMove={(by) => move(file.key, by)}
          onRemove={() => remove(file.key)}
        />
      ))}
      {general && <p class="field-error">{general}</p>}
      <div class="actions">
        <UploadButton buttonRef={add} isDisabled={isFull} onFiles={upload} />
        <Button aria-disabled={isFull} onClick={() => !isFull && setPicking(true)}>
          <Images size={18} /> {t('composer.fromLibrary')}
        </Button>
        <Button aria-disabled={isFull} onClick={() => !isFull && append([{ url: '', alt: '', type: 'image' }])}>
          <Link size={18} /> {t('composer.addUrl')}
        </Button>
      </div>
      <p class="hint">{t('composer.dropHint')}</p>
      <p class="hint" role="status">
        {note}
      </p>
      {isPicking && (
        <LibraryDialog
          chosen={files.flatMap(({ mediaId }) => mediaId ?? [])}
          room={MAX_FILES - files.length}
          onChoose={(file) => append([libraryFile(file, 0)])}
          onClose={() => setPicking(false)}
        />
      )}
    </fieldset>
  );
}
