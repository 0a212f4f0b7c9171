import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { Check } from '../../components/checks.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import type { Workspace } from '../../content/content.ts';
import { useSession } from '../../session-context.tsx';
import { settingsRight } from './settings-right.ts';

type ApproverRole = Workspace['approver_roles'][number];

const ROLES: { role: ApproverRole; label: string }[] = [
  { role: 'owner', label: 'Owners' },
  { role: 'admin', label: 'Admins' },
  { role: 'approver', label: 'Approvers' },
];

/** Whether posts need an approval, and who may decide: to read for everybody, to change for those who may. */
export function ApprovalSettings({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const right = settingsRight(workspace, useSession());
  return (
    <section class="card section approval-settings" aria-labelledby="settings-heading">
      <h2 id="settings-heading">Approval settings</h2>
      {right === 'narrow' && <p>Only an owner can end the approval, add approvers or let authors approve.</p>}
      {right === 'none' ? <Facts workspace={workspace} /> : <SettingsForm workspace={workspace} onSaved={onSaved} />}
    </section>
  );
}

function Facts({ workspace }: { workspace: Workspace }) {
  const roles = ROLES.filter(({ role }) => workspace.approver_roles.includes(role)).map(({ label }) => label);
  return (
    <ul>
      <li>{workspace.approval === 'required' ? 'Posts require approval.' : 'Posts do not require approval.'}</li>
      <li>{roles.join(', ')} can approve.</li>
      <li>
        {workspace.authors_may_approve
          ? 'Members can approve their own posts.'
          : 'Members cannot approve their own posts.'}
      </li>
    </ul>
  );
}

function SettingsForm({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const [isRequired, setRequired] = useState(workspace.approval === 'required');
  const [roles, setRoles] = useState<ApproverRole[]>(workspace.approver_roles);
  const [authorsMay, setAuthorsMay] = useState(workspace.authors_may_approve);
  const [hasSaved, setSaved] = useState(false);
  const save = useAction(async () => {
    setSaved(false);
    const body = {
      approval: isRequired ? ('required' as const) : ('none' as const),
      approver_roles: roles,
      authors_may_approve: authorsMay,
    };
    await unwrap(api.PUT('/workspace', { body }));
    setSaved(true);
    onSaved();
  });
  const rolesError = fieldError(save.error, '/approver_roles');
  return (
    <ActionForm action={save}>
      <Check
        label="Require approval"
        hint="Applies immediately, including to scheduled posts."
        checked={isRequired}
        onChecked={setRequired}
      />
      <fieldset>
        <legend>Approvers</legend>
        {ROLES.map(({ role, label }) => (
          <Check
            key={role}
            label={label}
            checked={roles.includes(role)}
            onChecked={(checked) =>
              setRoles(
                ROLES.map((each) => each.role).filter((each) => (each === role ? checked : roles.includes(each))),
              )
            }
          />
        ))}
        {rolesError && <p class="field-error">{rolesError}</p>}
      </fieldset>
      <Check
        label="Authors can approve their own posts"
        hint="If off, another member must approve a post that a member wrote or edited."
        checked={authorsMay}
        onChecked={setAuthorsMay}
      />
      <ErrorMessage error={save.error} onRetry={save.run} />
      {hasSaved && !save.isRunning && <Notice kind="success">Settings saved.</Notice>}
      <div class="actions">
        <ActionButton type="submit" class="primary" isRunning={save.isRunning}>
          Save settings
        </ActionButton>
      </div>
    </ActionForm>
  );
}
