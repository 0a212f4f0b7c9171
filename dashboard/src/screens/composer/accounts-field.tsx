import type { Account } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { AccountChip } from './account-chip.tsx';
import { isChosen, listChoices, withToggled } from './account-choice.ts';
import type { Draft } from './draft.ts';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';

interface AccountsFieldProps {
  draft: Draft;
  /** Null while it is unknown which accounts there are. */
  accounts: Account[] | null;
  errors: FieldErrors;
  isLocked: boolean;
  onChange: (change: Partial<Draft>) => void;
}

/** The accounts that publish a post. A platform without an account can be chosen for a draft. */
export function AccountsField({ draft, accounts, errors, isLocked, onChange }: AccountsFieldProps) {
  const known = accounts ?? [];
  const deleted = accounts ? draft.accounts.filter((id) => !known.some((account) => account.id === id)) : [];
  const error = errorsAt(errors, '/platforms') ?? errorsAt(errors, '/accounts');
  // The API counts the platforms; a person chooses where to publish.
  const shownError = error && draft.platforms.length === 0 ? t('composer.choosePlatform') : error;
  return (
    <fieldset class="accounts">
      <legend>{t('words.accounts')}</legend>
      {isLocked && <p class="hint">{t('composer.platformsLocked')}</p>}
      {accounts === null && !isLocked && <p class="hint">{t('composer.defaultAccounts')}</p>}
      <div class="chips">
        {listChoices(known).map((choice) => (
          <AccountChip
            key={choice.account?.id ?? choice.platform}
            choice={choice}
            isKnown={accounts !== null}
            isChosen={isChosen(draft, choice, known)}
            isLocked={isLocked}
            onToggle={() => onChange(withToggled(draft, choice, known))}
          />
        ))}
        {deleted.map((id) => (
          <div key={id} class="chip obstructed">
            <input
              id={`deleted-${id}`}
              type="checkbox"
              checked
              disabled={isLocked}
              onChange={() => onChange({ accounts: draft.accounts.filter((each) => each !== id) })}
            />
            <span class="chip-name">
              <label for={`deleted-${id}`}>
                <strong>{t('composer.deletedAccount')}</strong> <small>{id}</small>
              </label>
            </span>
          </div>
        ))}
      </div>
      {shownError && <p class="field-error">{shownError}</p>}
    </fieldset>
  );
}
