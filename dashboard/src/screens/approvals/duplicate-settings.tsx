import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import type { Workspace } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { settingsRight } from './settings-right.ts';

/** The period in which an account publishes no content twice: to read for everybody, to change for those who may. */
export function DuplicateSettings({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const right = settingsRight(workspace, useSession());
  const [hours, setHours] = useState(String(workspace.duplicate_guard_hours));
  const [hasSaved, setSaved] = useState(false);
  const save = useAction(async () => {
    setSaved(false);
    await unwrap(api.PUT('/workspace', { body: { duplicate_guard_hours: Number(hours) } }));
    setSaved(true);
    onSaved();
  });
  return (
    <section class="card section approval-settings" aria-labelledby="duplicates-heading">
      <h2 id="duplicates-heading">{t('approvals.duplicates')}</h2>
      <p>{t('approvals.duplicatesHint')}</p>
      {right === 'none' ? (
        <p>{t('approvals.duplicateHoursAre', { hours: workspace.duplicate_guard_hours })}</p>
      ) : (
        <ActionForm action={save}>
          <TextField
            label={t('approvals.duplicateHours')}
            hint={t('approvals.duplicateHoursHint')}
            type="number"
            required
            value={hours}
            onValue={setHours}
            error={fieldError(save.error, '/duplicate_guard_hours')}
          />
          <ErrorMessage error={save.error} onRetry={save.run} />
          {hasSaved && !save.isRunning && <Notice kind="success">{t('approvals.saved')}</Notice>}
          <div class="actions">
            <ActionButton type="submit" isRunning={save.isRunning}>
              {t('approvals.save')}
            </ActionButton>
          </div>
        </ActionForm>
      )}
    </section>
  );
}
