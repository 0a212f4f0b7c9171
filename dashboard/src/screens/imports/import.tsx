import { api, unwrap } from '../../api/client.ts';
import { useQuery, useReloadWhile } from '../../api/hooks.ts';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import type { ScreenProps } from '../../screen-props.ts';
import { usePermission } from '../../session-context.tsx';
import { isWorking } from './fields.ts';
import { ImportHead } from './import-head.tsx';
import { MappingForm } from './mapping-form.tsx';
import { MonthPreview } from './month-preview.tsx';
import { WrongRows } from './wrong-rows.tsx';

const RELOAD_MS = 1_000;
const PAGE = 100;
// Ten pages: more would wait too long, and no month shows more.
const MAX_SHOWN = 1_000;

/** Load an import with its rows, at most the first thousand. */
async function loadImport(id: string) {
  const load = (cursor?: string) =>
    unwrap(api.GET('/imports/{id}', { params: { path: { id }, query: { limit: PAGE, cursor } } }));
  const first = await load();
  const rows = [...first.rows];
  // While rows change, the first page shows the progress.
  for (let { next_cursor } = first.pagination; next_cursor && rows.length < MAX_SHOWN && !isWorking(first); ) {
    const page = await load(next_cursor);
    rows.push(...page.rows);
    next_cursor = page.pagination.next_cursor;
  }
  return { ...first, rows };
}

/** One import: its columns, the months that it would make, its wrong rows, its run and its undo. */
export default function ImportScreen({ params }: ScreenProps) {
  const id = params.id!;
  const query = useQuery(`import ${id}`, () => loadImport(id));
  const canWrite = usePermission('content:write');
  const found = query.data;
  const changes = found !== null && isWorking(found);
  useReloadWhile(changes, query, RELOAD_MS);
  if (!found) return query.error ? <ErrorMessage error={query.error} /> : <Progress label={t('imports.loading')} />;
  const canChange = canWrite && ['ready', 'completed', 'failed'].includes(found.status);
  // A form keeps what a person enters until the next check has ended.
  const checked = `${found.completed_at}`;
  return (
    <>
      <ImportHead of={found} canWrite={canWrite} onChanged={query.reload} />
      {query.error ? <ErrorMessage error={query.error} onRetry={query.reload} /> : null}
      {found.problem && <Notice kind="warning">{found.problem.detail}</Notice>}
      {canChange && found.columns.length > 0 && (
        <MappingForm key={`mapping ${checked}`} of={found} onChanged={query.reload} />
      )}
      {!isWorking(found) && (
        <>
          <MonthPreview rows={found.rows} isPartial={found.progress.row_count > found.rows.length} />
          <WrongRows key={`rows ${checked}`} of={found} canChange={canChange} onChanged={query.reload} />
        </>
      )}
    </>
  );
}
