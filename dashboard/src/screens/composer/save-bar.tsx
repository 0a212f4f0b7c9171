import { ActionButton } from '../../components/button.tsx';
import { Notice, Progress } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import type { Timing } from './draft.ts';
import { canSubmitSaved, type MainAction, otherActions, type Situation } from './rules.ts';
import { SUBMIT_KEYS } from './use-submit-keys.ts';

interface SaveBarProps {
  situation: Situation;
  action: MainAction;
  isRunning: boolean;
  isChanged: boolean;
  hasSaved: boolean;
  /** Save with another timing, and without submitting. */
  onSave: (timing: Timing) => void;
  /** Submit the saved draft for approval. */
  onSubmit: () => void;
}

/** The main action of the composer, what else can be done with the draft, and whether it is saved. */
export function SaveBar({ situation, action, isRunning, isChanged, hasSaved, onSave, onSubmit }: SaveBarProps) {
  return (
    <div class="actions save-bar">
      <ActionButton type="submit" class="primary" isRunning={isRunning} aria-keyshortcuts={SUBMIT_KEYS}>
        {action.label}
      </ActionButton>
      {otherActions(situation, action).map(({ label, timing }) => (
        <ActionButton
          key={timing}
          isRunning={isRunning}
          onClick={(event) => {
            // A draft needs no time, which the browser would require.
            if (timing === 'draft' || event.currentTarget.form?.reportValidity()) onSave(timing);
          }}
        >
          {label}
        </ActionButton>
      ))}
      {isRunning && <Progress label={t(situation.timing === 'now' ? 'composer.publishing' : 'words.saving')} />}
      {!isRunning && isChanged && <small>{t('composer.unsavedChanges')}</small>}
      {!isChanged && canSubmitSaved(situation, action) && (
        <ActionButton isRunning={isRunning} onClick={onSubmit}>
          {t('content.action_submit')}
        </ActionButton>
      )}
      {hasSaved && !isChanged && <Notice kind="success">{t('composer.saved')}</Notice>}
      <small class="keys" aria-hidden="true">
        {t('composer.keys')}
      </small>
    </div>
  );
}
