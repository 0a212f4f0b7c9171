import { useState } from 'preact/hooks';
import { useAction, useQuery } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Fact } from '../../components/facts.tsx';
import { ErrorMessage, Notice, QueryState } from '../../components/feedback.tsx';
import { TextField } from '../../components/form.tsx';
import { PlatformTag, Status } from '../../components/status.tsx';
import { findContent } from '../../content/content.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime, fromLocalInput, toLocalInput } from '../../times.ts';
import { toWords } from '../../words.ts';
import type { CalendarEvent } from './calendar-events.ts';
import { ChangedText } from './changed-text.tsx';
import { ChangedConcurrently } from './reschedule.ts';

interface EventDialogProps {
  event: CalendarEvent;
  onClose: () => void;
  /** Moves the event. Throws as `reschedule` does. */
  onMove: (to: string) => Promise<void>;
}

/** The details of a post in the calendar, with links to it and the form to reschedule it. */
export function EventDialog({ event, onClose, onMove }: EventDialogProps) {
  const { timeZone } = useTimeZone();
  const canEdit = usePermission('content:write');
  const details = useQuery(`calendar item ${event.contentId}`, () => findContent(event.contentId));
  const content = details.data?.content;
  return (
    <Dialog title={event.title} onClose={onClose}>
      <dl class="facts">
        <Fact name="Time">{formatTime(event.scheduledAt, timeZone)}</Fact>
        <Fact name="Platforms" class="actions">
          {event.platforms.map((platform) => (
            <PlatformTag key={platform} platform={platform} sandbox={event.isSandbox} />
          ))}
        </Fact>
        <Fact name="Status">
          <Status status={event.status} />
        </Fact>
        {content?.approval && (
          <Fact name="Approval">
            <Status status={content.approval.status} />
          </Fact>
        )}
        {content?.description && (
          <Fact name="Text" class="calendar-text">
            {content.description}
          </Fact>
        )}
      </dl>
      <QueryState query={details} label="Loading the post…" />
      {content?.warnings.map(({ platform, code, detail }) => (
        <Notice key={`${platform} ${code}`} kind="warning">
          {detail}
        </Notice>
      ))}
      <p class="actions">
        <a class="button" href={`#/posts/${event.contentId}`}>
          Open post
        </a>
        {canEdit && event.isMovable && (
          <a class="button" href={`#/compose/${event.contentId}`}>
            Edit
          </a>
        )}
      </p>
      {canEdit && event.isMovable && <RescheduleForm event={event} onMove={onMove} />}
    </Dialog>
  );
}

function RescheduleForm({ event, onMove }: Omit<EventDialogProps, 'onClose'>) {
  const { timeZone } = useTimeZone();
  const [value, setValue] = useState(() => toLocalInput(event.scheduledAt, timeZone));
  const [inputError, setInputError] = useState<string | null>(null);
  const move = useAction(onMove);
  const submit = () => {
    const to = fromLocalInput(value, timeZone, event.scheduledAt);
    const isPast = to !== null && Date.parse(to) <= Date.now();
    setInputError(to === null ? 'Enter a date and a time.' : isPast ? 'Schedule in the future.' : null);
    if (to !== null && !isPast) void move.run(to);
  };
  return (
    <ActionForm class="calendar-reschedule" noValidate action={{ run: submit, error: inputError ?? move.error }}>
      <h3>Reschedule</h3>
      <TextField
        label="New time"
        type="datetime-local"
        required
        value={value}
        onValue={setValue}
        hint={`Time zone: ${toWords(timeZone)}. Targets at other times are not moved.`}
        error={inputError ?? fieldError(move.error, '/scheduled_at')}
      />
      {move.error instanceof ChangedConcurrently ? (
        <ChangedText current={move.error.current} />
      ) : (
        <ErrorMessage error={move.error} onRetry={submit} />
      )}
      <ActionButton type="submit" class="primary" isRunning={move.isRunning}>
        {move.isRunning ? 'Rescheduling…' : 'Reschedule'}
      </ActionButton>
    </ActionForm>
  );
}
