import { useState } from 'preact/hooks';
import { changedFields, hasFields } from '../../api/changed-fields.ts';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton } from '../../components/button.tsx';
import { Check } from '../../components/checks.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { ActionForm } from '../../components/form.tsx';
import type { Workspace } from '../../content/content.ts';
import { listOf, t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { settingsRight } from './settings-right.ts';

type ApproverRole = Workspace['approver_roles'][number];

const ROLES: ApproverRole[] = ['owner', 'admin', 'approver'];

/** Whether posts need an approval, and who may decide: to read for everybody, to change for those who may. */
export function ApprovalSettings({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const right = settingsRight(workspace, useSession());
  return (
    <section class="card section approval-settings" aria-labelledby="settings-heading">
      <h2 id="settings-heading">{t('approvals.settings')}</h2>
      {right === 'narrow' && <p>{t('approvals.onlyOwner')}</p>}
      {right === 'none' ? <Facts workspace={workspace} /> : <SettingsForm workspace={workspace} onSaved={onSaved} />}
    </section>
  );
}

function Facts({ workspace }: { workspace: Workspace }) {
  const roles = ROLES.filter((role) => workspace.approver_roles.includes(role)).map((role) =>
    t(`approvals.role_${role}`),
  );
  return (
    <ul>
      <li>{t(workspace.approval === 'required' ? 'approvals.required' : 'approvals.notRequired')}</li>
      <li>{t('approvals.whoApproves', { roles: listOf(roles) })}</li>
      {workspace.approval_method === 'passkey' && <li>{t('approvals.byPasskey')}</li>}
      <li>{t(workspace.authors_may_approve ? 'approvals.ownAllowed' : 'approvals.ownForbidden')}</li>
    </ul>
  );
}

function SettingsForm({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const [isRequired, setRequired] = useState(workspace.approval === 'required');
  const [roles, setRoles] = useState<ApproverRole[]>(workspace.approver_roles);
  const [authorsMay, setAuthorsMay] = useState(workspace.authors_may_approve);
  const [byPasskey, setByPasskey] = useState(workspace.approval_method === 'passkey');
  const [hasSaved, setSaved] = useState(false);
  const save = useAction(async () => {
    setSaved(false);
    const body = {
      approval: isRequired ? ('required' as const) : ('none' as const),
      approval_method: byPasskey ? ('passkey' as const) : ('session' as const),
      approver_roles: roles,
      authors_may_approve: authorsMay,
    };
    const changed = changedFields(body, workspace);
    if (hasFields(changed)) await unwrap(api.PUT('/workspace', { body: changed }));
    setSaved(true);
    onSaved();
  });
  const rolesError = fieldError(save.error, '/approver_roles');
  return (
    <ActionForm action={save}>
      <Check
        label={t('approvals.require')}
        hint={t('approvals.requireHint')}
        checked={isRequired}
        onChecked={setRequired}
      />
      <fieldset>
        <legend>{t('approvals.approvers')}</legend>
        {ROLES.map((role) => (
          <Check
            key={role}
            label={t(`approvals.role_${role}`)}
            checked={roles.includes(role)}
            onChecked={(checked) => setRoles(ROLES.filter((each) => (each === role ? checked : roles.includes(each))))}
          />
        ))}
        {rolesError && <p class="field-error">{rolesError}</p>}
      </fieldset>
      <Check
        label={t('approvals.authors')}
        hint={t('approvals.authorsHint')}
        checked={authorsMay}
        onChecked={setAuthorsMay}
      />
      <Check
        label={t('approvals.requirePasskey')}
        hint={t('approvals.requirePasskeyHint')}
        checked={byPasskey}
        onChecked={setByPasskey}
      />
      <ErrorMessage error={save.error} onRetry={save.run} />
      {hasSaved && !save.isRunning && <Notice kind="success">{t('approvals.saved')}</Notice>}
      <div class="actions">
        <ActionButton type="submit" class="primary" isRunning={save.isRunning}>
          {t('approvals.save')}
        </ActionButton>
      </div>
    </ActionForm>
  );
}
