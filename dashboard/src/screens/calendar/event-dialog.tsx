import { useEffect, useState } from 'preact/hooks';
import { useAction, useQuery } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { AccountName } from '../../components/avatar.tsx';
import { ActionButton } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Fact } from '../../components/facts.tsx';
import { ErrorMessage, Notice, QueryState } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import { PlatformTag, Status } from '../../components/status.tsx';
import { type Content, findContent, useAccounts } from '../../content/content.ts';
import { QueueLink, RecurrenceLinks } from '../../content/origin-links.tsx';
import { warningTexts } from '../../content/warnings.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatLocalTime, formatTime, fromLocalInput, toLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import { type CalendarEvent, hasChanged } from './calendar-events.ts';
import { ChangedText } from './changed-text.tsx';
import { ChangedConcurrently } from './reschedule.ts';

interface EventDialogProps {
  event: CalendarEvent;
  onClose: () => void;
  /** Called with the item as it is now, or null, if it has changed since the calendar showed it. */
  onStale: (current: Content | null) => void;
  /** Moves the event. Throws as `reschedule` does. */
  onMove: (to: string) => Promise<void>;
}

/** The details of a post in the calendar, with links to it and the form to reschedule it. */
export function EventDialog({ event, onClose, onStale, onMove }: EventDialogProps) {
  const { timeZone } = useTimeZone();
  const canEdit = usePermission('content:write');
  const details = useQuery(`calendar item ${event.contentId}`, () => findContent(event.contentId));
  const content = details.data?.content;
  const isLoaded = !details.isLoading && !details.error;
  const isStale = event.isMovable && isLoaded && (!content || hasChanged(event, content));
  useEffect(() => {
    if (isStale) onStale(content ?? null);
  }, [isStale]);
  const accounts = useAccounts(usePermission('accounts:read')).data ?? [];
  const known = accounts.filter(({ id }) => event.accountIds.includes(id));
  const unknown = event.platforms.filter((platform) => !known.some((account) => account.platform === platform));
  return (
    <Dialog title={event.title} onClose={onClose}>
      <dl class="facts">
        <Fact name={t('words.instant')}>{formatTime(event.scheduledAt, timeZone)}</Fact>
        {event.scheduledLocal && event.scheduledLocal.time_zone !== timeZone && (
          <Fact name={t('calendar.planned')}>{formatLocalTime(event.scheduledLocal)}</Fact>
        )}
        <Fact name={t('words.accounts')} class="calendar-accounts">
          {known.map((account) => (
            <AccountName key={account.id} account={account} />
          ))}
          {unknown.map((platform) => (
            <PlatformTag key={platform} platform={platform} sandbox={event.isSandbox} />
          ))}
        </Fact>
        <Fact name={t('words.status')}>
          <Status status={event.status} />
        </Fact>
        {content?.queue && (
          <Fact name={t('words.queue')}>
            <QueueLink of={content.queue} />
          </Fact>
        )}
        {content?.recurrence && (
          <Fact name={t('recurrences.recurrence')}>
            <RecurrenceLinks of={content.recurrence} />
          </Fact>
        )}
        {content?.approval && (
          <Fact name={t('words.approval')}>
            <Status status={content.approval.status} />
          </Fact>
        )}
        {content?.description && (
          <Fact name={t('words.text')} class="calendar-text">
            {content.description}
          </Fact>
        )}
      </dl>
      {isStale && (
        <Notice kind="warning">
          {content?.scheduled_at
            ? t('calendar.staleAt', { time: formatTime(content.scheduled_at, timeZone) })
            : t(content ? 'calendar.stale' : 'calendar.staleDeleted')}
        </Notice>
      )}
      <QueryState query={details} label={t('calendar.loadingPost')} />
      {content &&
        warningTexts(content).map((text) => (
          <Notice key={text} kind="warning">
            {text}
          </Notice>
        ))}
      <p class="actions">
        <a class="button" href={`#/posts/${event.contentId}`}>
          {t('calendar.openPost')}
        </a>
        {canEdit && event.isMovable && !isStale && (
          <a class="button" href={`#/compose/${event.contentId}`}>
            {t('words.edit')}
          </a>
        )}
      </p>
      {canEdit && event.isMovable && !isStale && <RescheduleForm event={event} onMove={onMove} />}
    </Dialog>
  );
}

function RescheduleForm({ event, onMove }: Pick<EventDialogProps, 'event' | 'onMove'>) {
  const { timeZone } = useTimeZone();
  const [value, setValue] = useState(() => toLocalInput(event.scheduledAt, timeZone));
  const [inputError, setInputError] = useState<string | null>(null);
  const move = useAction(onMove);
  const submit = () => {
    const to = fromLocalInput(value, timeZone, event.scheduledAt);
    const isPast = to !== null && Date.parse(to) <= Date.now();
    setInputError(to === null ? t('calendar.enterTime') : isPast ? t('calendar.future') : null);
    if (to !== null && !isPast) void move.run(to);
  };
  return (
    <ActionForm class="calendar-reschedule" noValidate action={{ run: submit, error: inputError ?? move.error }}>
      <h3>{t('calendar.reschedule')}</h3>
      <TextField
        label={t('calendar.newTime')}
        type="datetime-local"
        required
        value={value}
        onValue={setValue}
        hint={t('calendar.newTimeHint', { zone: toWords(timeZone) })}
        error={inputError ?? fieldError(move.error, '/scheduled_at')}
      />
      {move.error instanceof ChangedConcurrently ? (
        <ChangedText current={move.error.current} />
      ) : (
        <ErrorMessage error={move.error} onRetry={submit} />
      )}
      <ActionButton type="submit" class="primary" isRunning={move.isRunning}>
        {t(move.isRunning ? 'calendar.rescheduling' : 'calendar.reschedule')}
      </ActionButton>
    </ActionForm>
  );
}
