import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { Check } from '../../components/checks.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import type { Workspace } from '../../content/content.ts';
import { usePermission } from '../../session-context.tsx';

type ApproverRole = Workspace['approver_roles'][number];

const ROLES: { role: ApproverRole; label: string }[] = [
  { role: 'owner', label: 'Owners' },
  { role: 'admin', label: 'Admins' },
  { role: 'approver', label: 'Approvers' },
];

/** Whether posts need an approval, and who may decide: to read for everybody, to change for those who may. */
export function ApprovalSettings({ workspace, onSaved }: { workspace: Workspace; onSaved: () => void }) {
  const canWrite = usePermission('team:write');
  const canApprove = usePermission('content:approve');
  const canChange = canWrite && (workspace.approval === 'none' || canApprove);
  return (
    <section class="card section approval-settings" aria-labelledby="settings-heading">
      <h2 id="settings-heading">Approval settings</h2>
      {canChange ? <SettingsForm workspace={workspace} onSaved={onSaved} /> : <Facts workspace={workspace} />}
    </section>
  );
}

function Facts({ workspace }: { workspace: Workspace }) {
  const roles = ROLES.filter(({ role }) => workspace.approver_roles.includes(role)).map(({ label }) => label);
  return (
    <ul>
      <li>{workspace.approval === 'required' ? 'Only approved posts are published.' : 'Posts need no approval.'}</li>
      <li>{roles.join(', ')} may decide.</li>
      <li>
        {workspace.authors_may_approve
          ? 'Members may decide about their own posts.'
          : 'Members may not decide about their own posts.'}
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
        label="Publish only approved posts"
        hint="Applies at once, also to posts that are already scheduled."
        checked={isRequired}
        onChecked={setRequired}
      />
      <fieldset>
        <legend>Who may decide</legend>
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
        label="Authors may approve their own posts"
        hint="Off: another member has to decide about what a member has written or edited."
        checked={authorsMay}
        onChecked={setAuthorsMay}
      />
      <ErrorMessage error={save.error} onRetry={save.run} />
      {hasSaved && !save.isRunning && <Notice kind="success">The settings are saved.</Notice>}
      <div class="actions">
        <ActionButton type="submit" class="primary" isRunning={save.isRunning}>
          Save settings
        </ActionButton>
      </div>
    </ActionForm>
  );
}
