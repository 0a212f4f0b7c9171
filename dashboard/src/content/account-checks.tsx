import { Check } from '../components/checks.tsx';
import { t } from '../language/texts.ts';
import { type Platform, platformName } from '../platforms.ts';

interface AccountChecksProps {
  accounts: readonly { id: string; name: string; platform: Platform }[];
  chosen: readonly string[];
  onChosen: (chosen: string[]) => void;
}

/** A check for each account of the workspace. */
export function AccountChecks({ accounts, chosen, onChosen }: AccountChecksProps) {
  return accounts.map(({ id, name, platform }) => (
    <Check
      key={id}
      label={`${name} (${platformName(platform)})`}
      checked={chosen.includes(id)}
      onChecked={(isChosen) => onChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id))}
    />
  ));
}

interface LostAccountsProps {
  /** The chosen accounts. */
  ids: readonly string[];
  /** Those of the workspace. */
  accounts: readonly { id: string }[];
  onChosen: (chosen: string[]) => void;
}

/** A check for each chosen account that was deleted: it stays until a person takes it out. */
export function LostAccounts({ ids, accounts, onChosen }: LostAccountsProps) {
  return ids
    .filter((id) => !accounts.some((account) => account.id === id))
    .map((id) => (
      <Check
        key={id}
        label={t('composer.deletedAccount')}
        checked
        onChecked={() => onChosen(ids.filter((each) => each !== id))}
      />
    ));
}
