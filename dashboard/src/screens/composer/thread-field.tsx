import { useRef } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import type { Uploads } from '../../content/use-uploads.ts';
import { t } from '../../language/texts.ts';
import { type DraftPart, MAX_THREAD_POSTS, partPointer } from './draft-thread.ts';
import { FilesField } from './files-field.tsx';
import { MentionArea } from './mention-area.tsx';
import { MoveButton } from './move-button.tsx';
import { moveRow, nextKey } from './rows.ts';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';

interface ThreadFieldProps {
  legend: string;
  thread: DraftPart[];
  /** The JSON Pointer of the list in the request. */
  pointer: string;
  errors: FieldErrors;
  uploads: Uploads;
  onThread: (thread: DraftPart[]) => void;
}

/** The posts of a thread after the first one, in the order in which they are published. */
export function ThreadField({ legend, thread, pointer, errors, uploads, onThread }: ThreadFieldProps) {
  const add = useRef<HTMLButtonElement>(null);
  const isFull = thread.length >= MAX_THREAD_POSTS;
  const general = errors.find((error) => error.pointer === pointer)?.detail;
  return (
    <fieldset class="thread">
      <legend>{legend}</legend>
      {thread.map((part, index) => {
        const position = { number: index + 2 };
        const own = partPointer(thread, part.key, pointer);
        const change = (fields: Partial<DraftPart>) =>
          onThread(thread.map((each) => (each === part ? { ...each, ...fields } : each)));
        const move = (by: number) => onThread(moveRow(thread, part.key, by));
        return (
          <fieldset key={part.key} class="file-row">
            <legend>{t('content.furtherPart', position)}</legend>
            <MentionArea
              label={t('composer.textOfPost', position)}
              rows={3}
              value={part.text}
              onValue={(text) => change({ text })}
              error={own === null ? null : errorsAt(errors, `${own}/text`)}
            />
            <FilesField
              legend={t('composer.filesOfPost', position)}
              files={part.files}
              pointer={`${own}/media`}
              errors={errors}
              uploads={uploads}
              onFiles={(files) => change({ files })}
            />
            <div class="actions">
              {thread.length > 1 && (
                <>
                  <MoveButton label={t('composer.movePostUp', position)} isAtEnd={index === 0} by={-1} onMove={move} />
                  <MoveButton
                    label={t('composer.movePostDown', position)}
                    isAtEnd={index === thread.length - 1}
                    by={1}
                    onMove={move}
                  />
                </>
              )}
              <Button
                class="small"
                onClick={() => {
                  onThread(thread.filter((each) => each !== part));
                  add.current?.focus();
                }}
              >
                {t('composer.removePost', position)}
              </Button>
            </div>
          </fieldset>
        );
      })}
      {general && <p class="field-error">{general}</p>}
      <button
        type="button"
        ref={add}
        aria-disabled={isFull}
        onClick={() => !isFull && onThread([...thread, { key: nextKey(thread), text: '', files: [] }])}
      >
        {t('composer.addPost')}
      </button>
    </fieldset>
  );
}
