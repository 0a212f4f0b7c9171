import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { ApiProblem } from '../api/problem.ts';
import { FormDialog, SelectField } from '../components/form.tsx';
import { showToast } from '../components/toasts.ts';
import { t } from '../language/texts.ts';
import { type Halt, reloadHalts } from './halts.ts';

const SPREADS = ['0', '900', '3600', '14400', '86400'] as const;
type Choice = (typeof SPREADS)[number] | 'missed';

interface ResumeDialogProps {
  halt: Halt;
  /** What the halt stops. */
  name: string;
  onClose: () => void;
}

/** End a halt, and decide about the posts that were due in the meantime. */
export function ResumeDialog({ halt, name, onClose }: ResumeDialogProps) {
  const [choice, setChoice] = useState<Choice>('900');
  const resume = useAction(async () => {
    const query =
      choice === 'missed'
        ? { missed: 'mark_missed' as const }
        : { missed: 'publish' as const, spread_seconds: Number(choice) };
    const params = { path: { id: halt.id }, query };
    const ended = await unwrap(api.DELETE('/halts/{id}', { params })).catch(nullIfUnknown);
    await reloadHalts();
    showToast(ended ? t('halts.resumed', { count: ended.missed_posts }) : t('halts.ended'));
    onClose();
  });
  return (
    <FormDialog
      title={t('words.resumePublishing')}
      action={resume}
      submit={t('words.resumePublishing')}
      onClose={onClose}
    >
      <p>{t('halts.resumeText', { scope: name })}</p>
      <SelectField
        label={t('halts.missed')}
        value={choice}
        options={[
          ...SPREADS.map((value) => ({ value: value as Choice, label: t(`halts.spread_${value}`) })),
          { value: 'missed', label: t('halts.markMissed') },
        ]}
        onValue={setChoice}
        hint={t('halts.missedHint')}
      />
    </FormDialog>
  );
}

/** Return null for a halt that another member has ended, or an earlier request whose response was lost. */
function nullIfUnknown(error: unknown): null {
  if (error instanceof ApiProblem && error.problem.code === 'not_found') return null;
  throw error;
}
