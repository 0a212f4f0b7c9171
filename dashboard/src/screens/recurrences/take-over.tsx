import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { useSession } from '../../session-context.tsx';

interface TakeOverProps {
  recurrence: Schemas['RecurrenceDetail'];
  onTaken: () => Promise<unknown>;
}

/** Let an owner take over a recurrence whose creator was removed. Shows nothing of any other. */
export function TakeOver({ recurrence: { id, created_by }, onTaken }: TakeOverProps) {
  const { user } = useSession();
  const nameOf = useMemberNames();
  const take = useAction(async () => {
    await unwrap(api.PUT('/recurrences/{id}', { params: { path: { id } }, body: { take_over: true } }));
    await onTaken();
  });
  if (user.role !== 'owner' || nameOf(created_by) !== t('components.formerMember')) return null;
  return (
    <Notice kind="warning">
      <p>{t('recurrences.creatorRemoved')}</p>
      <ErrorMessage error={take.error} />
      <ActionButton isRunning={take.isRunning} onClick={() => void take.run()}>
        {t('recurrences.takeOver')}
      </ActionButton>
    </Notice>
  );
}
