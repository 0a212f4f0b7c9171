import { useState } from 'preact/hooks';
import { Link, useLocation } from 'wouter-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Check } from '../../components/checks.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { ListTable } from '../../components/table.tsx';
import { useHashQuery } from '../../components/use-hash-query.ts';
import { t } from '../../language/texts.ts';
import type { ScreenProps } from '../../screen-props.ts';
import { usePermission } from '../../session-context.tsx';
import { toWords } from '../../words.ts';
import { RecurrenceForm } from './recurrence-form.tsx';
import { dateText, describeRule } from './rule-choice.ts';
import { TakeOver } from './take-over.tsx';
import { UpcomingDates } from './upcoming-dates.tsx';

type Detail = Schemas['RecurrenceDetail'];

/** One recurrence: its rule, its next dates, the items that were made, and the dates without one. */
export default function Recurrence({ params }: ScreenProps) {
  const path = { id: params.id! };
  const query = useQuery(`recurrence ${path.id}`, () => unwrap(api.GET('/recurrences/{id}', { params: { path } })));
  if (query.error) return <ErrorMessage error={query.error} onRetry={query.reload} />;
  if (!query.data) return <Progress label={t('recurrences.loading')} />;
  const recurrence = query.data;
  return (
    <>
      <RecurrenceHead recurrence={recurrence} onChanged={query.reload} />
      <TakeOver recurrence={recurrence} onTaken={query.reload} />
      {recurrence.paused && <Notice kind="warning">{t('recurrences.pausedText')}</Notice>}
      {recurrence.last_problem && (
        <Notice kind="warning">
          {t('recurrences.problem', { date: dateText(recurrence.last_problem.date) })} {recurrence.last_problem.detail}
        </Notice>
      )}
      <h2>{t('recurrences.nextDates')}</h2>
      {recurrence.next_dates.length > 0 ? (
        <UpcomingDates dates={recurrence.next_dates} />
      ) : (
        <p class="muted">{t('recurrences.noDates')}</p>
      )}
      <Occurrences occurrences={recurrence.occurrences} />
    </>
  );
}

function RecurrenceHead({ recurrence, onChanged }: { recurrence: Detail; onChanged: () => Promise<unknown> }) {
  const canWrite = usePermission('schedule:write', 'content:write');
  const [query, setQuery] = useHashQuery();
  const from = query.get('from') ?? undefined;
  const [chosen, setOpen] = useState<'edit' | 'delete' | null>(null);
  // A post of the recurrence links to the change of this and the following posts.
  const open = chosen ?? (from && canWrite ? 'edit' : null);
  const [notice, setNotice] = useState<string | null>(null);
  const params = { path: { id: recurrence.id } };
  const saved = ({ last_change }: Schemas['Recurrence'], text?: string) => {
    const { replaced = 0, kept = 0, held = 0 } = last_change ?? {};
    setNotice(text ?? t('recurrences.changed', { replaced, kept, held }));
    void onChanged();
  };
  const turn = useAction(async () => {
    const changed = await unwrap(api.PUT('/recurrences/{id}', { params, body: { paused: !recurrence.paused } }));
    saved(changed, recurrence.paused ? t('recurrences.resumed') : undefined);
  });
  const close = () => {
    setOpen(null);
    if (from) setQuery({});
  };
  return (
    <>
      <div class="bar">
        <h1>{recurrence.name ?? recurrence.title}</h1>
        {canWrite && (
          <div class="actions">
            <ActionButton isRunning={turn.isRunning} onClick={() => void turn.run()}>
              {t(recurrence.paused ? 'words.resume' : 'words.pause')}
            </ActionButton>
            <Button onClick={() => setOpen('edit')}>{t('words.edit')}</Button>
            <Button onClick={() => setOpen('delete')}>{t('recurrences.delete')}</Button>
          </div>
        )}
      </div>
      <p class="muted">
        <Link href="/recurrences">{t('recurrences.title')}</Link> ·{' '}
        {describeRule(recurrence.rule, recurrence.starts_on)}, {recurrence.time} ({toWords(recurrence.time_zone)})
      </p>
      {notice && <Notice kind="success">{notice}</Notice>}
      {turn.error ? <ErrorMessage error={turn.error} /> : null}
      {open === 'edit' && (
        <RecurrenceForm
          recurrence={recurrence}
          from={from}
          onClose={close}
          onSaved={(after) => {
            close();
            saved(after);
          }}
        />
      )}
      {open === 'delete' && <DeleteRecurrence id={recurrence.id} onClose={() => setOpen(null)} />}
    </>
  );
}

function DeleteRecurrence({ id, onClose }: { id: string; onClose: () => void }) {
  const [isKeeping, setKeeping] = useState(false);
  const [, navigate] = useLocation();
  const remove = async () => {
    const query = { upcoming: isKeeping ? ('keep' as const) : ('delete' as const) };
    await unwrap(api.DELETE('/recurrences/{id}', { params: { path: { id }, query } }));
    navigate('/recurrences');
  };
  return (
    <Confirm title={t('recurrences.deleteTitle')} confirm={t('recurrences.delete')} run={remove} onClose={onClose}>
      <p>{t('recurrences.deleteText')}</p>
      <Check label={t('recurrences.keep')} checked={isKeeping} onChecked={setKeeping} />
    </Confirm>
  );
}

function Occurrences({ occurrences }: { occurrences: Detail['occurrences'] }) {
  if (occurrences.length === 0) return null;
  return (
    <ListTable
      class="listing stacked"
      caption={t('recurrences.posts')}
      items={occurrences}
      by="date"
      columns={[
        { name: t('recurrences.date'), cell: ({ date }) => dateText(date), isPlain: true },
        { name: t('words.post'), cell: postOf, class: 'wide' },
      ]}
    />
  );
}

function postOf({ date, content_id, problem }: Detail['occurrences'][number]) {
  if (content_id)
    return <Link href={`/posts/${content_id}`}>{t('recurrences.openPost', { date: dateText(date) })}</Link>;
  return (
    <span>
      {t('recurrences.skipped')} <span class="muted">{problem?.detail}</span>
    </span>
  );
}
