import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, Notice, QueryState } from '../../components/feedback.tsx';
import { ActionForm } from '../../components/form.tsx';
import { TimeZoneField } from '../../components/time-zone-field.tsx';
import { useWorkspace, type Workspace } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';

/** The time zone in which the members plan: to read for everybody, to change for those who may. */
export function PlanningZone() {
  const workspace = useWorkspace();
  const { reloadWorkspace } = useTimeZone();
  const onSaved = () => void Promise.all([workspace.reload(), reloadWorkspace()]);
  return (
    <section class="card section" aria-labelledby="planning-zone">
      <h2 id="planning-zone">{t('team.planningZone')}</h2>
      <QueryState query={workspace} label={t('words.loading')} />
      {workspace.data && <ZoneForm workspace={workspace.data} onSaved={onSaved} />}
    </section>
  );
}

function ZoneForm({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const canWrite = usePermission('team:write');
  const [zone, setZone] = useState(workspace.time_zone);
  const [hasSaved, setSaved] = useState(false);
  const save = useAction(async () => {
    setSaved(false);
    await unwrap(api.PUT('/workspace', { body: { time_zone: zone } }));
    setSaved(true);
    onSaved();
  });
  if (!canWrite) return <p>{toWords(workspace.time_zone)}</p>;
  return (
    <ActionForm action={save}>
      <TimeZoneField
        value={zone}
        onValue={setZone}
        hint={t('team.planningZoneHint')}
        error={fieldError(save.error, '/time_zone')}
      />
      <ErrorMessage error={save.error} onRetry={save.run} />
      {hasSaved && !save.isRunning && <Notice kind="success">{t('team.planningZoneSaved')}</Notice>}
      <div class="actions">
        <ActionButton type="submit" class="primary" isRunning={save.isRunning}>
          {t('team.savePlanningZone')}
        </ActionButton>
      </div>
    </ActionForm>
  );
}
