import { Notice } from '../../components/feedback.tsx';
import { TextAreaField } from '../../components/form.tsx';
import { needsApproval, type Situation } from './rules.ts';

interface SubmitNoteProps {
  situation: Situation;
  submits: boolean;
  note: string;
  onNote: (note: string) => void;
}

/** The note of a submission, and what an edit does to an approval. */
export function SubmitNote({ situation, submits, note, onNote }: SubmitNoteProps) {
  const { approval, isMaterial, status } = situation;
  const isEdit = status !== null && isMaterial;
  return (
    <>
      {isEdit && approval === 'approved' && (
        <Notice kind="warning">
          <p>The post is approved. Saving this edit revokes the approval; a new time alone does not.</p>
        </Notice>
      )}
      {isEdit && approval === 'pending_approval' && (
        <Notice kind="warning">
          <p>The post waits for a decision. Saving this edit withdraws it, so it has to be submitted again.</p>
        </Notice>
      )}
      {needsApproval(situation) && !submits && approval === 'pending_approval' && (
        <Notice>
          <p>The post waits for a decision.</p>
        </Notice>
      )}
      {submits && (
        <TextAreaField
          label="Note for the reviewers"
          hint="Optional. What should they know?"
          rows={2}
          maxLength={1000}
          value={note}
          onValue={onNote}
        />
      )}
    </>
  );
}
