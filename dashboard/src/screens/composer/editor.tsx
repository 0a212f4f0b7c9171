import { useRef, useState } from 'preact/hooks';
import { isDuplicate, isProblem } from '../../api/problem.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { ActionForm, TextField } from '../../components/form.tsx';
import { approvalStatus } from '../../content/approval-actions.ts';
import type { Account, Workspace } from '../../content/content.ts';
import { LabelsField } from '../../content/labels-field.tsx';
import { LeaveGuard } from '../../content/leave-guard.tsx';
import { t } from '../../language/texts.ts';
import { AccountsField } from './accounts-field.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { Customize } from './customize.tsx';
import { checkBody, materialChanges } from './draft-request.ts';
import { FilesField } from './files-field.tsx';
import { Limits } from './limits.tsx';
import { MentionArea } from './mention-area.tsx';
import { Previews } from './previews.tsx';
import { RepeatAnyway } from './repeat-anyway.tsx';
import { canChangePlatforms, errorsAt, hasSeveralTimes, mainAction, needsApproval } from './rules.ts';
import { SaveBar } from './save-bar.tsx';
import { SubmitNote } from './submit-note.tsx';
import { TemplateButtons } from './template-buttons.tsx';
import { ThreadAndComment } from './thread-and-comment.tsx';
import { TimingField } from './timing-field.tsx';
import { useChecks } from './use-checks.ts';
import { type EditorInput, useEditor } from './use-editor.ts';
import { useSubmitKeys } from './use-submit-keys.ts';

interface EditorProps extends EditorInput {
  workspace: Workspace;
  accounts: Account[] | null;
}

/** The form of a post, with its live checks and previews. */
export function Editor({ start, loaded, workspace, accounts, wasSaved, onDraftSaved }: EditorProps) {
  const editor = useEditor({ start, loaded, wasSaved, onDraftSaved });
  const { draft, change, uploads, saved, save, conflict } = editor;
  const [note, setNote] = useState('');
  const form = useRef<HTMLDivElement>(null);
  useSubmitKeys(form);
  const state = useChecks(checkBody(draft), saved?.content.id);
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
      <div class="columns composer" ref={form}>
        <div>
          <AccountsField
            draft={draft}
            accounts={accounts}
            errors={errors}
            isLocked={!canChangePlatforms(saved?.content ?? null)}
            onChange={change}
          />
          <MentionArea
            label={t('words.text')}
            error={errorsAt(errors, '/description')}
            rows={7}
            value={draft.text}
            onValue={(text) => change({ text })}
          />
          <TemplateButtons draft={draft} accounts={accounts ?? []} onChange={change} />
          <Limits platforms={draft.platforms} state={state} hasTried={editor.hasTried} />
          <FilesField
            legend={t('words.imagesAndVideos')}
            files={draft.files}
            pointer="/media"
            errors={errors}
            uploads={uploads}
            onFiles={(files) => change({ files })}
          />
          <TimingField
            draft={draft}
            errors={errors}
            status={situation.status}
            needsApproval={needsApproval(situation)}
            hasSeveralTimes={hasSeveralTimes(saved?.content ?? null)}
            onChange={change}
          />
          <SubmitNote situation={situation} submits={action.submits} note={note} onNote={setNote} />
          <TextField
            label={t('words.title')}
            value={draft.title}
            onValue={(title) => change({ title })}
            error={errorsAt(rejected, '/title') ?? errorsAt(state.errors, '/title')}
            hint={t('composer.titleHint')}
          />
          <LabelsField
            value={draft}
            errors={{ labels: errorsAt(errors, '/labels'), campaign: errorsAt(errors, '/campaign') }}
            onChange={change}
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
          <div class="save-area">
            {editor.uploadObstacle && (
              <Notice kind="warning">
                <p>{editor.uploadObstacle}</p>
              </Notice>
            )}
            <ErrorMessage error={save.error} onRetry={() => editor.repeat()} />
            <RepeatAnyway error={save.error} isRunning={save.isRunning} onRepeat={() => editor.repeat(true)} />
            {saved && isProblem(save.error, 409) && !isDuplicate(save.error) && (
              <p>
                <ActionButton isRunning={conflict.compare.isRunning} onClick={() => void conflict.compare.run()}>
                  {t('composer.compare')}
                </ActionButton>
              </p>
            )}
            <ErrorMessage error={conflict.compare.error} onRetry={conflict.compare.run} />
            <SaveBar
              situation={situation}
              action={action}
              isRunning={save.isRunning}
              isChanged={editor.isChanged}
              hasSaved={editor.hasSaved}
              onSave={(timing) => void save.run(null, saved, timing)}
              onSubmit={() => void save.run('', saved)}
            />
          </div>
        </div>
        <Previews draft={draft} accounts={accounts ?? []} checks={state.isChecking ? null : state.checks} />
      </div>
      {conflict.theirs && saved && (
        <ConflictDialog
          draft={draft}
          base={saved}
          current={conflict.theirs}
          accounts={accounts ?? []}
          onClose={conflict.close}
          onTakeTheirs={conflict.take}
          onKeepMine={() => conflict.overwrite(action.submits ? note : null)}
        />
      )}
    </ActionForm>
  );
}
