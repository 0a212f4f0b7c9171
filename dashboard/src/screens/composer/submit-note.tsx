import { Notice } from '../../components/feedback.tsx';
import { TextAreaField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
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
          <p>{t('composer.revokesApproval')}</p>
        </Notice>
      )}
      {isEdit && approval === 'pending_approval' && (
        <Notice kind="warning">
          <p>{t('composer.withdrawsSubmission')}</p>
        </Notice>
      )}
      {needsApproval(situation) && !submits && approval === 'pending_approval' && (
        <Notice>
          <p>{t('composer.isPending')}</p>
        </Notice>
      )}
      {submits && (
        <TextAreaField
          label={t('composer.noteForReviewers')}
          hint={t('words.optional')}
          rows={2}
          maxLength={1000}
          value={note}
          onValue={onNote}
        />
      )}
    </>
  );
}
