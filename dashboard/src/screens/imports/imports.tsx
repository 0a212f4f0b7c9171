import { Upload } from 'lucide-preact';
import { useRef } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { pagesOf } from '../../api/client.ts';
import { useAction, usePagedList, useReloadWhile } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, ListEnd } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { useFileDrop } from '../../content/use-file-drop.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { isWorking } from './fields.ts';
import { importFile } from './send-file.ts';

const RELOAD_MS = 2_000;

/** The imports of the last days, and the place for the file of another one. */
export default function Imports() {
  const canWrite = usePermission('content:write');
  const list = usePagedList('imports', pagesOf('/imports', 'imports', { limit: 20 }));
  const changes = list.items.some(isWorking);
  useReloadWhile(changes, list, RELOAD_MS);
  return (
    <>
      <h1>{t('imports.title')}</h1>
      <p class="muted">{t('imports.intro')}</p>
      {canWrite && <NewImport />}
      {list.items.length > 0 && (
        <ListTable
          caption={t('imports.title')}
          hidesCaption
          class="stacked"
          items={list.items}
          columns={[
            {
              name: t('words.file'),
              cell: ({ id, name }) => <Link href={`/imports/${id}`}>{name ?? t('imports.unnamed')}</Link>,
              isHead: true,
            },
            { name: t('words.created'), cell: ({ created_at }) => <Time at={created_at} /> },
            { name: t('words.status'), cell: ({ status }) => <Status status={status} /> },
            { name: t('words.rows'), cell: ({ progress }) => progress.row_count.toLocaleString(), isNumber: true },
            { name: t('words.posts'), cell: ({ counts }) => counts.created.toLocaleString(), isNumber: true },
          ]}
        />
      )}
      {list.isEmpty ? <p class="muted">{t('imports.none')}</p> : <ListEnd list={list} />}
    </>
  );
}

/** The place where a file is dropped or chosen. */
function NewImport() {
  const { planningZone } = useTimeZone();
  const [, navigate] = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const intent = useIntent();
  const send = useAction(async (file: File) => {
    navigate(`/imports/${await importFile(file, planningZone, intent)}`);
  });
  const choose = (files: FileList | null) => {
    if (files?.[0]) void send.run(files[0]);
  };
  const { isOver, ...drop } = useFileDrop(choose);
  return (
    <section
      class={isOver ? 'card import-drop over' : 'card import-drop'}
      aria-label={t('imports.newImport')}
      {...drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.json,.jsonl,.ndjson"
        onChange={({ currentTarget }) => {
          choose(currentTarget.files);
          // So that the same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      <p>{t('imports.drop')}</p>
      <ActionButton class="primary" isRunning={send.isRunning} onClick={() => input.current?.click()}>
        <Upload size={18} /> {t(send.isRunning ? 'imports.sending' : 'imports.choose')}
      </ActionButton>
      <p class="hint">{t('imports.formats')}</p>
      <ErrorMessage error={send.error} />
    </section>
  );
}
