import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, usePagedList, useReloadWhile } from '../../api/hooks.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, ListEnd } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { formatBytes } from '../../content/file-texts.ts';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { EXPORT_PERMISSIONS, type ExportKind, permittedKinds } from './export-kinds.ts';
import { NewExport } from './new-export.tsx';

const RELOAD_MS = 2_000;

type Listed = Schemas['Export'];

async function loadExports(cursor: string | undefined) {
  const { exports, pagination } = await unwrap(api.GET('/exports', { params: { query: { limit: 20, cursor } } }));
  return { items: exports, nextCursor: pagination.next_cursor };
}

/** The exports of the last days: create one, follow its progress, and download its file. */
export default function Exports() {
  const { permissions } = useSession();
  const list = usePagedList('exports', loadExports);
  const isRunning = list.items.some(({ status }) => status === 'running');
  useReloadWhile(isRunning, list, RELOAD_MS);
  return (
    <>
      <h1>{t('exports.title')}</h1>
      <p class="muted">{t('exports.intro')}</p>
      <NewExport kinds={permittedKinds(permissions)} onCreated={() => void list.reload()} />
      {list.items.length > 0 && (
        <Table
          caption={t('exports.title')}
          class="stacked"
          columns={[t('exports.data'), t('words.created'), t('words.status'), t('words.rows'), t('words.file')]}
        >
          {list.items.map((each) => (
            <tr key={each.id}>
              <th scope="row">
                {t(`exports.kind_${each.kind as ExportKind}`)} ({each.format === 'csv' ? 'CSV' : 'JSON Lines'})
              </th>
              <td data-label={t('words.created')}>
                <Time at={each.created_at} />
              </td>
              <td data-label={t('words.status')}>
                <Status status={each.status} />
              </td>
              <td data-label={t('words.rows')}>{each.row_count.toLocaleString()}</td>
              <td data-label={t('words.file')}>
                {each.status === 'completed' && permissions.includes(EXPORT_PERMISSIONS[each.kind as ExportKind]) && (
                  <Download of={each} />
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {list.isEmpty ? <p class="muted">{t('exports.none')}</p> : <ListEnd list={list} />}
    </>
  );
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
