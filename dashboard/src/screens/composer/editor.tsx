import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ApiProblem } from '../../api/problem.ts';
import { ActionButton, ActionForm } from '../../components/action-form.tsx';
import { ErrorMessage, Notice, Progress } from '../../components/feedback.tsx';
import { TextAreaField, TextField } from '../../components/form.tsx';
import { approvalStatus } from '../../content/approval-actions.ts';
import { type Account, type LoadedContent, loadContent, type Workspace } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { creation } from './creation.ts';
import { Customize } from './customize.tsx';
import { type Draft, draftOf, pendingUploads, withUploaded } from './draft.ts';
import { type ContentBody, checkBody, isChanged, materialChanges } from './draft-request.ts';
import { FilesField } from './files-field.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { PlatformsField } from './platforms-field.tsx';
import { Previews } from './previews.tsx';
import { errorsAt, mainAction, mayChangePlatforms, needsApproval } from './rules.ts';
import { Conflict, saveDraft } from './save.ts';
import { SubmitNote } from './submit-note.tsx';
import { ThreadAndComment } from './thread-and-comment.tsx';
import { TimingField } from './timing-field.tsx';
import { uploadObstacle } from './uploads.ts';
import { useChecks } from './use-checks.ts';
import { useUploads } from './use-uploads.ts';

interface EditorProps {
  start: Draft;
  loaded: LoadedContent | null;
  workspace: Workspace;
  accounts: Account[] | null;
  wasSaved: boolean;
  /** Called when a new draft is saved and the member goes on editing it. Returns where. */
  onDraftSaved: (id: string) => string;
}

/** The form of a post, with its live checks and previews. */
export function Editor({ start, loaded, workspace, accounts, wasSaved, onDraftSaved }: EditorProps) {
  const [draft, setDraft] = useState(start);
  const latest = useRef(draft);
  latest.current = draft;
  const [origin, setOrigin] = useState(start);
  const [saved, setSaved] = useState(loaded);
  const [conflict, setConflict] = useState<LoadedContent | null>(null);
  const [note, setNote] = useState('');
  const [hasSaved, setHasSaved] = useState(wasSaved);
  const [, navigate] = useLocation();
  const mayLeave = useRef(false);
  const [createOnce] = useState(() => creation<ContentBody, LoadedContent>());
  const intent = useIntent();
  const uploads = useUploads((key, file) => setDraft((last) => withUploaded(last, key, file)));
  const [isUploadRejected, setUploadRejected] = useState(false);
  // An upload ends with the rows that wait for it.
  useEffect(() => uploads.retain(pendingUploads(draft)), [draft]);
  const state = useChecks(checkBody(draft));
  const status = saved?.content.status ?? null;
  const situation = {
    timing: draft.timing,
    status,
    approval: saved ? approvalStatus(saved.content) : ('not_submitted' as const),
    isMaterial: !saved || Object.keys(materialChanges(draft, saved.content)).length > 0,
    isApprovalRequired: workspace.approval === 'required',
  };
  const action = mainAction(situation);
  const change = (part: Partial<Draft>) => setDraft((last) => ({ ...last, ...part }));
  const saving = useAction(async (submits: boolean, from: LoadedContent | null, timing: Draft['timing']) => {
    const sent = { ...draft, timing };
    try {
      const id = await saveDraft({
        draft: sent,
        saved: from,
        note: submits ? note : null,
        createOnce,
        keyFor: intent.keyFor,
        onSaved: setSaved,
      });
      intent.end();
      setOrigin(draft);
      setHasSaved(true);
      if (timing === 'draft' && !submits && loaded) return;
      // What was typed during the request is not saved yet.
      if (latest.current !== draft) return;
      mayLeave.current = true;
      navigate(timing === 'draft' && !submits ? onDraftSaved(id) : `/posts/${id}`, { replace: !loaded });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      setConflict(error.current);
    }
  });
  const obstacle = uploadObstacle(uploads.list);
  const save = {
    ...saving,
    run: async (...args: Parameters<typeof saving.run>) => {
      setUploadRejected(obstacle !== null);
      return obstacle === null && saving.run(...args);
    },
  };
  const compare = useAction(async () => setConflict(await loadContent(saved!.content.id)));
  const takeTheirs = (theirs: LoadedContent) => {
    if (editObstacle(theirs.content)) {
      mayLeave.current = true;
      navigate(`/posts/${theirs.content.id}`);
      return;
    }
    setSaved(theirs);
    setDraft(draftOf(theirs.content));
    setOrigin(draftOf(theirs.content));
    setConflict(null);
    save.clearError();
  };
  const isRejected = save.error instanceof ApiProblem && save.error.problem.status === 422;
  const rejected = (isRejected && save.error instanceof ApiProblem && save.error.problem.errors) || [];
  const errors = [
    ...rejected,
    ...state.errors.filter(({ pointer }) => !rejected.some((each) => each.pointer === pointer)),
  ];
  const isChangedNow = isChanged(draft, origin);
  const submit = () => save.run(action.submits, saved, draft.timing);
  return (
    <ActionForm action={{ run: submit, error: save.error }}>
      <LeaveGuard isChanged={isChangedNow} isUploading={uploads.list.length > 0} allow={mayLeave} />
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
            hint="For your team. Published only where the post has no text."
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
            isLocked={!mayChangePlatforms(status)}
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
            status={status}
            needsApproval={needsApproval(situation)}
            onChange={change}
          />
          <SubmitNote situation={situation} submits={action.submits} note={note} onNote={setNote} />
          {isUploadRejected && obstacle && (
            <Notice kind="warning">
              <p>{obstacle}</p>
            </Notice>
          )}
          <ErrorMessage error={save.error} onRetry={submit} />
          {saved && save.error instanceof ApiProblem && save.error.problem.status === 409 && (
            <p>
              <ActionButton isRunning={compare.isRunning} onClick={() => void compare.run()}>
                Compare with the current state
              </ActionButton>
            </p>
          )}
          <ErrorMessage error={compare.error} onRetry={compare.run} />
          <div class="actions save-bar">
            <ActionButton type="submit" class="primary" isRunning={save.isRunning}>
              {action.label}
            </ActionButton>
            {action.submits && (
              <ActionButton
                isRunning={save.isRunning}
                onClick={(event) => {
                  if (event.currentTarget.form?.reportValidity()) void save.run(false, saved, draft.timing);
                }}
              >
                {draft.timing === 'schedule' ? 'Schedule without submitting' : 'Save draft'}
              </ActionButton>
            )}
            {save.isRunning && <Progress label={draft.timing === 'now' ? 'Publishing…' : 'Saving…'} />}
            {!save.isRunning && isChangedNow && <small>Unsaved changes</small>}
            {hasSaved && !isChangedNow && <Notice kind="success">Saved.</Notice>}
          </div>
        </div>
        <Previews draft={draft} accounts={accounts ?? []} state={state} />
      </div>
      {conflict && saved && (
        <ConflictDialog
          draft={draft}
          base={saved}
          current={conflict}
          onClose={() => setConflict(null)}
          onTakeTheirs={() => takeTheirs(conflict)}
          onKeepMine={() => {
            setConflict(null);
            setSaved(conflict);
            void save.run(action.submits, conflict, draft.timing);
          }}
        />
      )}
    </ActionForm>
  );
}
