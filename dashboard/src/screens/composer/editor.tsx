import { useState } from 'preact/hooks';
import { isProblem } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { TextAreaField, TextField } from '../../components/form.tsx';
import { approvalStatus } from '../../content/approval-actions.ts';
import type { Account, Workspace } from '../../content/content.ts';
import { LeaveGuard } from '../../content/leave-guard.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Customize } from './customize.tsx';
import { checkBody, materialChanges } from './draft-request.ts';
import { FilesField } from './files-field.tsx';
import { PlatformsField } from './platforms-field.tsx';
import { Previews } from './previews.tsx';
import { canChangePlatforms, errorsAt, mainAction, needsApproval } from './rules.ts';
import { SubmitNote } from './submit-note.tsx';
import { ThreadAndComment } from './thread-and-comment.tsx';
import { TimingField } from './timing-field.tsx';
import { useChecks } from './use-checks.ts';
import { type EditorInput, useEditor } from './use-editor.ts';

interface EditorProps extends EditorInput {
  workspace: Workspace;
  accounts: Account[] | null;
}

/** The form of a post, with its live checks and previews. */
export function Editor({ start, loaded, workspace, accounts, wasSaved, onDraftSaved }: EditorProps) {
  const editor = useEditor({ start, loaded, wasSaved, onDraftSaved });
  const { draft, change, uploads, saved, save, conflict } = editor;
  const [note, setNote] = useState('');
  const state = useChecks(checkBody(draft));
  const situation = {
    timing: draft.timing,
    status: saved?.content.status ?? null,
    approval: saved ? approvalStatus(saved.content) : ('not_submitted' as const),
    isMaterial: !saved || Object.keys(materialChanges(draft, saved.content)).length > 0,
    isApprovalRequired: workspace.approval === 'required',
  };
  const action = mainAction(situation);
  const rejected = (isProblem(save.error, 422) && save.error.problem.errors) || [];
  const errors = [
    ...rejected,
    ...state.errors.filter(({ pointer }) => !rejected.some((each) => each.pointer === pointer)),
  ];
  const submit = () => save.run(action.submits ? note : null, saved);
  return (
    <ActionForm action={{ run: submit, error: save.error }}>
      <LeaveGuard isChanged={editor.isChanged} isUploading={uploads.list.length > 0} allow={editor.canLeave} />
      <p class="visually-hidden" role="status">
        {uploads.announcement}
      </p>
      <div class="columns composer">
        <div>
          <TextField
            label="Title"
            value={draft.title}
            onValue={(title) => change({ title })}
            error={errorsAt(rejected, '/title') ?? errorsAt(state.errors, '/title')}
            hint="Internal title. Published only if the post has no text."
          />
          <TextAreaField
            label="Text"
            error={errorsAt(errors, '/description')}
            rows={7}
            value={draft.text}
            onValue={(text) => change({ text })}
          />
          <PlatformsField
            draft={draft}
            accounts={accounts ?? []}
            areAccountsKnown={accounts !== null}
            errors={errors}
            isLocked={!canChangePlatforms(saved?.content ?? null)}
            onChange={change}
          />
          <FilesField
            legend="Images and videos"
            files={draft.files}
            pointer="/media"
            errors={errors}
            uploads={uploads}
            onFiles={(files) => change({ files })}
          />
          <ThreadAndComment draft={draft} errors={errors} uploads={uploads} onChange={change} />
          <Customize
            draft={draft}
            errors={errors}
            uploads={uploads}
            onOptions={(platform, part) => {
              const { [platform]: own, ...others } = draft.options;
              change({ options: { ...others, [platform]: { ...own, ...part } } });
            }}
          />
          <TimingField
            draft={draft}
            errors={errors}
            status={situation.status}
            needsApproval={needsApproval(situation)}
            onChange={change}
          />
          <SubmitNote situation={situation} submits={action.submits} note={note} onNote={setNote} />
          {editor.uploadObstacle && (
            <Notice kind="warning">
              <p>{editor.uploadObstacle}</p>
            </Notice>
          )}
          <ErrorMessage error={save.error} onRetry={submit} />
          {saved && isProblem(save.error, 409) && (
            <p>
              <ActionButton isRunning={conflict.compare.isRunning} onClick={() => void conflict.compare.run()}>
                Compare with the saved version
              </ActionButton>
            </p>
          )}
          <ErrorMessage error={conflict.compare.error} onRetry={conflict.compare.run} />
          <div class="actions save-bar">
            <ActionButton type="submit" class="primary" isRunning={save.isRunning}>
              {action.label}
            </ActionButton>
            {action.submits && (
              <ActionButton
                isRunning={save.isRunning}
                onClick={(event) => {
                  if (event.currentTarget.form?.reportValidity()) void save.run(null, saved);
                }}
              >
                {draft.timing === 'schedule' ? 'Schedule without submitting' : 'Save draft'}
              </ActionButton>
            )}
            {save.isRunning && <Progress label={draft.timing === 'now' ? 'Publishing…' : 'Saving…'} />}
            {!save.isRunning && editor.isChanged && <small>Unsaved changes</small>}
            {editor.hasSaved && !editor.isChanged && <Notice kind="success">Saved.</Notice>}
          </div>
        </div>
        <Previews draft={draft} accounts={accounts ?? []} state={state} />
      </div>
      {conflict.theirs && saved && (
        <ConflictDialog
          draft={draft}
          base={saved}
          current={conflict.theirs}
          onClose={conflict.close}
          onTakeTheirs={conflict.take}
          onKeepMine={() => conflict.overwrite(action.submits ? note : null)}
        />
      )}
    </ActionForm>
  );
}
