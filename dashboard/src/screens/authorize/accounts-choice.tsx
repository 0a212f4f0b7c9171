import { AccountName } from '../../components/avatar.tsx';
import { Check } from '../../components/checks.tsx';
import { QueryState } from '../../components/feedback.tsx';
import { useAccounts } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';

interface AccountsChoiceProps {
  /** Null for all accounts. */
  chosen: readonly string[] | null;
  onChosen: (chosen: string[] | null) => void;
}

/** Choose the accounts for which an agent drafts: all, or some of them. Members who may not see accounts choose all. */
export function AccountsChoice({ chosen, onChosen }: AccountsChoiceProps) {
  const canRead = usePermission('accounts:read');
  const query = useAccounts(canRead);
  if (!canRead) return <p>{t('authorize.allAccountsOnly')}</p>;
  const accounts = query.data ?? [];
  return (
    <fieldset>
      <legend>{t('authorize.accounts')}</legend>
      <label class="check">
        <input type="radio" name="accounts" checked={chosen === null} onChange={() => onChosen(null)} />
        {t('authorize.allAccounts')}
      </label>
      <label class="check">
        <input type="radio" name="accounts" checked={chosen !== null} onChange={() => onChosen([])} />
        {t('authorize.someAccounts')}
      </label>
      <QueryState query={query} />
      {chosen !== null &&
        accounts.map((account) => (
          <Check
            key={account.id}
            label={<AccountName account={account} />}
            checked={chosen.includes(account.id)}
            onChecked={(isChosen) =>
              onChosen(
                accounts.map(({ id }) => id).filter((id) => (id === account.id ? isChosen : chosen.includes(id))),
              )
            }
          />
        ))}
    </fieldset>
  );
}
