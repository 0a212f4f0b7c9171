import { useRef, useState } from 'preact/hooks';
import type { Uploads } from '../../content/use-uploads.ts';
import { appendFiles, type DraftFile, filePointer, MAX_FILES } from './draft-files.ts';
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
  const input = useRef<HTMLInputElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [note, setNote] = useState('');
  const general = errors.find((error) => error.pointer === pointer)?.detail;
  const isFull = files.length >= MAX_FILES;

  const append = (added: Omit<DraftFile, 'key'>[]) => {
    const left = files.length + added.length - MAX_FILES;
    setNote(left > 0 ? `A post can have at most ${MAX_FILES} files. ${left} were not added.` : '');
    onFiles(appendFiles(files, added));
  };
  const upload = (chosen: FileList | null | undefined) => {
    const taken = [...(chosen ?? [])];
    if (taken.length === 0) return;
    const keys = uploads.add(taken);
    append(
      taken.map(({ name, type }, index) => ({
        ...{ url: '', alt: '', name, uploadKey: keys[index] },
        type: type.startsWith('video/') ? 'video' : 'image',
      })),
    );
  };
  const remove = (key: number) => {
    onFiles(files.filter((file) => file.key !== key));
    add.current?.focus();
  };
  const move = (key: number, by: number) => {
    const moved = moveRow(files, key, by);
    onFiles(moved);
    setNote(`Moved to position ${moved.findIndex((file) => file.key === key) + 1} of ${moved.length}.`);
  };

  return (
    <fieldset
      class={isOver ? 'files drop' : 'files'}
      onDragOver={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!event.dataTransfer?.types.includes('Files')) return;
        event.preventDefault();
        setOver(false);
        upload(event.dataTransfer.files);
      }}
    >
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
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept="image/*,video/*"
        onChange={({ currentTarget }) => {
          upload(currentTarget.files);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <div class="actions">
        <button ref={add} type="button" aria-disabled={isFull} onClick={() => !isFull && input.current?.click()}>
          Upload files
        </button>
        <button type="button" aria-disabled={isFull} onClick={() => !isFull && setPicking(true)}>
          From the library
        </button>
        <button
          type="button"
          aria-disabled={isFull}
          onClick={() => !isFull && append([{ url: '', alt: '', type: 'image' }])}
        >
          Add a URL
        </button>
      </div>
      <p class="hint drop-hint">Images and videos. Drop files here or upload them.</p>
      <p class="hint" role="status">
        {note}
      </p>
      {isPicking && (
        <LibraryDialog
          chosen={files.flatMap(({ mediaId }) => mediaId ?? [])}
          room={MAX_FILES - files.length}
          onChoose={({ id, content_type }) => {
            const type = content_type?.startsWith('video/') ? 'video' : 'image';
            append([{ url: '', alt: '', mediaId: id, type }]);
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </fieldset>
  );
}
