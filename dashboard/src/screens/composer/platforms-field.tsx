import { Check } from '../../components/checks.tsx';
import { type Account, accountName } from '../../content/content.ts';
import { PLATFORMS, type Platform, platformName } from '../../platforms.ts';
import type { Draft } from './draft.ts';
import { errorsAt } from './rules.ts';
import type { FieldErrors } from './use-checks.ts';

interface PlatformsFieldProps {
  draft: Draft;
  accounts: Account[];
  /** Whether the accounts are known, so that a platform without one can say so. */
  areAccountsKnown: boolean;
  errors: FieldErrors;
  isLocked: boolean;
  onChange: (change: Partial<Draft>) => void;
}

/** The platforms of a post, and the accounts where a platform has several. */
export function PlatformsField({ draft, accounts, areAccountsKnown, errors, isLocked, onChange }: PlatformsFieldProps) {
  const of = (platform: Platform) => accounts.filter((account) => account.platform === platform);
  const toggle = (platform: Platform, isOn: boolean) => {
    const platforms = PLATFORMS.filter((each) => (each === platform ? isOn : draft.platforms.includes(each)));
    const ids = of(platform).map(({ id }) => id);
    onChange({ platforms, accounts: isOn ? draft.accounts : draft.accounts.filter((id) => !ids.includes(id)) });
  };
  const known = accounts.map(({ id }) => id);
  const deleted = areAccountsKnown ? draft.accounts.filter((id) => !known.includes(id)) : [];
  const error = errorsAt(errors, '/platforms') ?? errorsAt(errors, '/accounts');
  return (
    <fieldset>
      <legend>Platforms</legend>
      {isLocked && <p class="hint">Platforms cannot be changed after scheduling. Unschedule the post first.</p>}
      {PLATFORMS.map((platform) => {
        const own = of(platform);
        const isOn = draft.platforms.includes(platform);
        return (
          <div key={platform}>
            <Check
              label={platformName(platform)}
              hint={accountHint(own, isOn, areAccountsKnown)}
              checked={isOn}
              disabled={isLocked}
              onChecked={(checked) => toggle(platform, checked)}
            />
            {isOn && own.length > 1 && (
              <AccountChoice
                platform={platform}
                accounts={own}
                chosen={draft.accounts}
                isLocked={isLocked}
                onChosen={(chosen) => onChange({ accounts: chosen })}
              />
            )}
          </div>
        );
      })}
      {deleted.map((id) => (
        <Check
          key={id}
          label={`Deleted account ${id}`}
          hint="Cannot publish"
          checked
          disabled={isLocked}
          onChecked={() => onChange({ accounts: draft.accounts.filter((each) => each !== id) })}
        />
      ))}
      {error && <p class="field-error">{error}</p>}
    </fieldset>
  );
}

function accountHint(own: Account[], isOn: boolean, isKnown: boolean): string | null {
  if (own.length === 1) return labelOf(own[0]!);
  if (own.length === 0) return isKnown ? 'No account connected' : null;
  return isOn ? null : `${own.length} accounts`;
}

function labelOf(account: Account): string {
  return account.sandbox ? `${accountName(account)} (sandbox)` : accountName(account);
}

interface AccountChoiceProps {
  platform: Platform;
  accounts: Account[];
  chosen: string[];
  isLocked: boolean;
  onChosen: (chosen: string[]) => void;
}

function AccountChoice({ platform, accounts, chosen, isLocked, onChosen }: AccountChoiceProps) {
  const named = accounts.filter(({ id }) => chosen.includes(id));
  return (
    <fieldset class="accounts">
      <legend>Accounts on {platformName(platform)}</legend>
      {accounts.map((account) => (
        <Check
          key={account.id}
          label={labelOf(account)}
          hint={account.is_default && named.length === 0 ? 'Default account' : null}
          checked={chosen.includes(account.id)}
          disabled={isLocked}
          onChecked={(checked) =>
            onChosen(checked ? [...chosen, account.id] : chosen.filter((id) => id !== account.id))
          }
        />
      ))}
    </fieldset>
  );
}
