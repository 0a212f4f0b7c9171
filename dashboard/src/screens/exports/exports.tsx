import { api, pagesOf, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, usePagedList, useReloadWhile } from '../../api/hooks.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, ListEnd } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { ListTable } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatBytes } from '../../content/file-texts.ts';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { EXPORT_PERMISSIONS, type ExportKind, permittedKinds } from './export-kinds.ts';
import { NewExport } from './new-export.tsx';

const RELOAD_MS = 2_000;

type Listed = Schemas['Export'];

/** The exports of the last days: create one, follow its progress, and download its file. */
export default function Exports() {
  const { permissions } = useSession();
  const list = usePagedList('exports', pagesOf('/exports', 'exports', { limit: 20 }));
  const isRunning = list.items.some(({ status }) => status === 'running');
  useReloadWhile(isRunning, list, RELOAD_MS);
  return (
    <>
      <h1>{t('exports.title')}</h1>
      <p class="muted">{t('exports.intro')}</p>
      <NewExport kinds={permittedKinds(permissions)} onCreated={() => void list.reload()} />
      {list.items.length > 0 && (
        <ListTable
          caption={t('exports.title')}
          class="stacked"
          items={list.items}
          columns={[
            { name: t('exports.data'), cell: dataOf, isHead: true },
            { name: t('words.created'), cell: ({ created_at }) => <Time at={created_at} /> },
            { name: t('words.status'), cell: ({ status }) => <Status status={status} /> },
            { name: t('words.rows'), cell: ({ row_count }) => row_count.toLocaleString() },
            {
              name: t('words.file'),
              cell: (each) =>
                each.status === 'completed' &&
                permissions.includes(EXPORT_PERMISSIONS[each.kind as ExportKind]) && <Download of={each} />,
            },
          ]}
        />
      )}
      {list.isEmpty ? <p class="muted">{t('exports.none')}</p> : <ListEnd list={list} />}
    </>
  );
}

function dataOf({ kind, format }: Listed): string {
  return `${t(`exports.kind_${kind as ExportKind}`)} (${format === 'csv' ? 'CSV' : 'JSON Lines'})`;
}

function Download({ of }: { of: Listed }) {
  const download = useAction(async () => {
    const { download_url } = await unwrap(api.GET('/exports/{id}', { params: { path: { id: of.id } } }));
    if (download_url !== null) location.assign(download_url);
  });
  return (
    <>
      <ActionButton class="small" isRunning={download.isRunning} onClick={() => void download.run()}>
        {t('exports.download', { size: formatBytes(of.size_bytes) })}
      </ActionButton>
      <ErrorMessage error={download.error} />
    </>
  );
}
