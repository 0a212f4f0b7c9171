import { Check } from '../components/checks.tsx';
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
