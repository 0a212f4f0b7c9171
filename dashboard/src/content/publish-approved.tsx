import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { Button } from '../components/button.tsx';
import { Confirm } from '../components/dialog.tsx';
import { FormDialog, TextField } from '../components/form.tsx';
import { listOf, t } from '../language/texts.ts';
import { platformName } from '../platforms.ts';
import { useSession } from '../session-context.tsx';
import { useTimeZone } from '../time-zone.tsx';
import { fromLocalInput } from '../times.ts';
import { toWords } from '../words.ts';
import { type NextStep, stepsAfterApproval } from './approval-actions.ts';
import { ifMatch, type LoadedContent } from './content.ts';

interface PublishApprovedProps {
  loaded: LoadedContent;
  onDone: (message: string) => void;
}

/** What follows the approval of a post without a time: publish it now or schedule it, if the member may. */
export function PublishApproved({ loaded, onDone }: PublishApprovedProps) {
  const { permissions } = useSession();
  const [asked, setAsked] = useState<NextStep | null>(null);
  const steps = stepsAfterApproval(loaded.content, permissions);
  if (steps.length === 0) return null;
  return (
    <>
      <div class="actions">
        {steps.map((step, index) => (
          <Button key={step} class={index === 0 ? 'primary' : undefined} onClick={() => setAsked(step)}>
            {t(step === 'publish' ? 'composer.publishNow' : 'words.schedule')}
          </Button>
        ))}
      </div>
      {asked === 'publish' && <PublishNow loaded={loaded} onDone={onDone} onClose={() => setAsked(null)} />}
      {asked === 'schedule' && <Schedule loaded={loaded} onDone={onDone} onClose={() => setAsked(null)} />}
    </>
  );
}

interface StepProps extends PublishApprovedProps {
  onClose: () => void;
}

function PublishNow({ loaded: { content, etag }, onDone, onClose }: StepProps) {
  const { id, title, platforms } = content;
  const publish = async () => {
    const params = { path: { id }, header: ifMatch(etag) };
    await unwrap(api.PUT('/content/{id}', { params, body: { status: 'published' } }));
    onDone(t('content.publishStarted', { title }));
  };
  const names = listOf(platforms.map(platformName));
  return (
    <Confirm
      title={t('content.publishTitle', { title })}
      confirm={t('composer.publishNow')}
      run={publish}
      onClose={onClose}
    >
      <p>{t('content.publishText', { platforms: names })}</p>
    </Confirm>
  );
}

function Schedule({ loaded: { content, etag }, onDone, onClose }: StepProps) {
  const { id, title } = content;
  const { planningZone } = useTimeZone();
  const [local, setLocal] = useState('');
  const schedule = useAction(async () => {
    const params = { path: { id }, header: ifMatch(etag) };
    const scheduled_at = { local, time_zone: planningZone };
    await unwrap(api.PUT('/content/{id}', { params, body: { scheduled_at } }));
    onClose();
    onDone(t('content.scheduleDone', { title }));
  });
  return (
    <FormDialog
      title={t('content.scheduleTitle', { title })}
      action={schedule}
      submit={t('words.schedule')}
      onClose={onClose}
    >
      <TextField
        label={t('composer.time', { timeZone: toWords(planningZone) })}
        type="datetime-local"
        required
        value={local}
        onValue={(value) => setLocal(fromLocalInput(value, planningZone) === null ? '' : value)}
        hint={t('composer.usesTimeZone')}
      />
    </FormDialog>
  );
}
