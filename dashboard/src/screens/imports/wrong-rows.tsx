import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { api, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, QueryState } from '../../components/feedback.tsx';
import { ActionForm, TextAreaField, TextField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import { columnsToCorrect, fieldName, type Import, type ImportRow } from './fields.ts';

const PAGE = 100;
const LONG_CELL = 60;

interface WrongRowsProps {
  of: Import;
  canChange: boolean;
  onChanged: () => Promise<unknown>;
}

type Cells = Record<string, string>;

/** The rows with problems, at most a hundred at a time: what is wrong with each, and its cells to correct. */
export function WrongRows({ of, canChange, onChanged }: WrongRowsProps) {
  const path = { id: of.id };
  const query = useQuery(`wrong rows ${of.id} ${of.completed_at}`, () =>
    unwrap(api.GET('/imports/{id}', { params: { path, query: { rows: 'problems', limit: PAGE } } })),
  );
  const [edits, setEdits] = useState<Record<number, Cells>>({});
  const save = useAction(async () => {
    const corrections = Object.entries(edits).map(([row, values]) => ({ row: Number(row), values }));
    await unwrap(api.PUT('/imports/{id}', { params: { path }, body: { corrections } }));
    await onChanged();
  });
  const rows = query.data?.rows ?? [];
  if (!query.data) return <QueryState query={query} />;
  if (rows.length === 0) return null;
  const total = query.data.pagination.total;
  const change = (row: number, column: string, value: string) =>
    setEdits((last) => ({ ...last, [row]: { ...last[row], [column]: value } }));
  return (
    <section class="card" aria-label={t('imports.wrongRows')}>
      <h2>{t('imports.wrongCount', { count: total })}</h2>
      {total > rows.length && <p class="muted">{t('imports.firstRows', { count: rows.length })}</p>}
      <ActionForm action={save}>
        <ol class="import-wrong">
          {rows.map((row) => (
            <li key={row.row}>
              <WrongRow
                row={row}
                edits={edits[row.row] ?? {}}
                canChange={canChange}
                onCell={(column, value) => change(row.row, column, value)}
              />
            </li>
          ))}
        </ol>
        <ErrorMessage error={save.error} onRetry={save.run} />
        {canChange && (
          <ActionButton
            type="submit"
            class="primary"
            disabled={Object.keys(edits).length === 0}
            isRunning={save.isRunning}
          >
            {t('imports.checkCorrected')}
          </ActionButton>
        )}
      </ActionForm>
    </section>
  );
}

interface WrongRowProps {
  row: ImportRow;
  edits: Cells;
  canChange: boolean;
  onCell: (column: string, value: string) => void;
}

function WrongRow({ row, edits, canChange, onCell }: WrongRowProps) {
  return (
    <>
      <h3>
        {t('imports.row', { row: row.row })} {row.title && <span class="muted">{row.title}</span>}
      </h3>
      <ul class="import-problems">
        {row.problems.map(({ field, column, code, detail, content_id }) => (
          <li key={code + detail}>
            {field !== null && <strong>{column ?? fieldName(field)}: </strong>}
            {detail} {content_id !== null && <Link href={`/posts/${content_id}`}>{t('problem.openDuplicate')}</Link>}
          </li>
        ))}
      </ul>
      {canChange &&
        columnsToCorrect(row).map((column) => {
          const before = row.values.find((each) => each.column === column)?.value ?? '';
          const value = edits[column] ?? before;
          const label = t('imports.cell', { column, row: row.row });
          const onValue = (next: string) => onCell(column, next);
          if (before.length <= LONG_CELL && !before.includes('\n'))
            return <TextField key={column} label={label} autocomplete="off" value={value} onValue={onValue} />;
          return <TextAreaField key={column} label={label} rows={3} value={value} onValue={onValue} />;
        })}
    </>
  );
}
