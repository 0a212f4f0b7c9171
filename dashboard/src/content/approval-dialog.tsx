import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useAction, useQuery } from '../api/hooks.ts';
import { useIntent } from '../api/intent.ts';
import { PasskeyCancelled, signStatement } from '../api/passkeys.ts';
import { fieldError } from '../api/problem.ts';
import { ActionButton } from '../components/button.tsx';
import { ErrorMessage, Notice } from '../components/feedback.tsx';
import { FormDialog, TextAreaField } from '../components/form.tsx';
import { Status } from '../components/status.tsx';
import { Time } from '../components/time.tsx';
import { rich, t } from '../language/texts.ts';
import { useMemberNames } from '../member-names.ts';
import { type ApprovalAction, actionLabel, approvalStatus } from './approval-actions.ts';
import { Changes } from './changes.tsx';
import { type Account, ifMatch, type LoadedContent, loadContent } from './content.ts';
import { PostPreviews } from './preview.tsx';

/**
 * Send an action on the approval of an item. Decisions name the content that the member has seen. Where the workspace
 * requires passkeys, the browser asks for the signature of an approval. Throws `PasskeyCancelled`.
 */
export async function sendApprovalAction(
  action: ApprovalAction,
  { content, etag }: LoadedContent,
  note: string,
  key: (body: unknown) => string,
  needsPasskey = false,
): Promise<unknown> {
  const isDecision = action === 'approve' || action === 'request_changes';
  const body = {
    ...(note.trim() ? { note } : {}),
    ...(isDecision && content.approval ? { content_hash: content.approval.content_hash } : {}),
    ...(action === 'approve' && needsPasskey ? { passkey: await signStatement(await loadStatement(content.id)) } : {}),
  };
  const params = {
    path: { id: content.id },
    header: { ...ifMatch(etag), 'Idempotency-Key': key([action, etag, body]) },
  };
  switch (action) {
    case 'submit':
      return unwrap(api.POST('/content/{id}/submit', { params, body }));
    case 'approve':
      return unwrap(api.POST('/content/{id}/approve', { params, body }));
    case 'request_changes':
      return unwrap(api.POST('/content/{id}/request-changes', { params, body }));
    case 'withdraw':
      return unwrap(api.POST('/content/{id}/withdraw', { params, body }));
  }
}

function loadStatement(id: string) {
  return unwrap(api.GET('/content/{id}/approval-statement', { params: { path: { id } } }));
}

interface ApprovalDialogProps {
  action: ApprovalAction;
  loaded: LoadedContent;
  accounts: Account[];
  /** Whether an approval is signed with a passkey. */
  needsPasskey: boolean;
  onDone: () => void;
  onClose: () => void;
  /** Called when the dialog closes after it has found that the item changed. */
  onStale: () => void;
}

/** Ask for the note of an action on an approval. A decision shows the posts that it is about. */
export function ApprovalDialog(props: ApprovalDialogProps) {
  const { action, loaded, accounts, needsPasskey, onDone, onClose, onStale } = props;
  const [current, setCurrent] = useState(loaded);
  const [note, setNote] = useState('');
  const intent = useIntent();
  const send = useAction(async () => {
    await sendApprovalAction(action, current, note, intent.keyFor, needsPasskey);
    intent.end();
    onDone();
  });
  const reload = useAction(async () => {
    setCurrent(await loadContent(loaded.content.id));
    send.clearError();
  });
  const { content } = current;
  const isChanged = current !== loaded;
  const seen = loaded.content.approval?.submission ?? 0;
  const nameOf = useMemberNames();
  const close = () => {
    onClose();
    if (isChanged) onStale();
  };
  const isDecision = action === 'approve' || action === 'request_changes';
  const isUnsigned = send.error instanceof PasskeyCancelled;
  const afterError = (
    <>
      {send.error != null && !isUnsigned && (
        <p>
          <ActionButton isRunning={reload.isRunning} onClick={() => void reload.run()}>
            {t('words.reload')}
          </ActionButton>
        </p>
      )}
      <ErrorMessage error={reload.error} onRetry={reload.run} />
    </>
  );
  return (
    <FormDialog
      title={t('content.actionOnPost', { action: actionLabel(action), title: content.title })}
      // A notice says that the person did not sign, which is no error.
      action={isUnsigned ? { ...send, error: null } : send}
      submit={actionLabel(action)}
      onClose={close}
      afterError={afterError}
    >
      <p>{t(`content.explain_${action}`)}</p>
      {action === 'approve' && needsPasskey && <WhatIsSigned loaded={current} />}
      {isUnsigned && <Notice kind="warning">{t('content.notSigned')}</Notice>}
      {isChanged && (
        <Notice kind="warning">
          <p>{rich('content.reloaded', { status: () => <Status status={approvalStatus(content)} /> })}</p>
        </Notice>
      )}
      {(content.approval?.submission ?? 0) > seen && (
        <Notice kind="warning">
          <p>{t('content.submittedAgain')}</p>
          <Changes
            content={content}
            accounts={accounts}
            nameOf={nameOf}
            since={seen}
            onReload={() => void reload.run()}
          />
        </Notice>
      )}
      <TextAreaField
        label={t('content.note')}
        hint={action === 'request_changes' ? t('content.whatToChange') : t('words.optional')}
        rows={3}
        maxLength={1000}
        error={fieldError(send.error, '/note')}
        value={note}
        onValue={setNote}
      />
      {/* Behind the note, which has the focus: a person reads the posts on the way to the buttons. */}
      {isDecision && <PostPreviews item={content} accounts={accounts} />}
    </FormDialog>
  );
}

/**
 * Say what the passkey signs, with the time in which the approval lets the post be sent. The statement that is signed is
 * requested again, because it is valid for five minutes; an error shows then.
 */
function WhatIsSigned({ loaded: { content, etag } }: { loaded: LoadedContent }) {
  const { data } = useQuery(`approval-statement ${content.id} ${etag}`, () => loadStatement(content.id));
  const times = data && { start: () => <Time at={data.not_before} />, end: () => <Time at={data.not_after} /> };
  return (
    <p>
      {t('content.signWithPasskey')} {times && rich('content.signedWindow', times)}
    </p>
  );
}
