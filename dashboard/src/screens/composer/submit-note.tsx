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
          <p>This post is approved. Saving this edit revokes the approval; changing only the time does not.</p>
        </Notice>
      )}
      {isEdit && approval === 'pending_approval' && (
        <Notice kind="warning">
          <p>This post is pending approval. Saving withdraws it; submit it again afterwards.</p>
        </Notice>
      )}
      {needsApproval(situation) && !submits && approval === 'pending_approval' && (
        <Notice>
          <p>This post is pending approval.</p>
        </Notice>
      )}
      {submits && (
        <TextAreaField
          label="Note for reviewers"
          hint="Optional."
          rows={2}
          maxLength={1000}
          value={note}
          onValue={onNote}
        />
      )}
    </>
  );
}
