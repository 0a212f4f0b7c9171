import { useState } from 'preact/hooks';
import type { Authorization } from '../../api/authorizations.ts';
import type { Permission } from '../../api/session.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage, Notice } from '../../components/feedback.tsx';
import { amountsOf } from '../../keys/agent-budgets.ts';
import { shownName } from '../../keys/client-names.ts';
import { listOf, t } from '../../language/texts.ts';
import { AccountsChoice } from './accounts-choice.tsx';
import { AskedPermissions } from './asked-permissions.tsx';
import { ClientFacts } from './client-facts.tsx';

/** What a person gives to an application. */
export interface Choice {
  permissions: Permission[];
  /** Null for all accounts. */
  accounts: string[] | null;
}

interface ConsentProps {
  authorization: Authorization;
  error: unknown;
  isRunning: boolean;
  /** Null denies the access. */
  onDecide: (choice: Choice | null) => void;
}

/** What an application is, what it asks for, and the decision. */
export function Consent({ authorization, error, isRunning, onDecide }: ConsentProps) {
  const {
    client,
    kind,
    workspace,
    permissions: offered,
    unavailable_permissions: unavailable,
    budgets,
  } = authorization;
  const [permissions, setPermissions] = useState(offered);
  const [accounts, setAccounts] = useState<string[] | null>(null);
  const isIncomplete = permissions.length === 0 || accounts?.length === 0;
  return (
    <div class="card consent">
      <h2>
        {t('authorize.question', {
          name: shownName(client.name, client.host ?? client.client_id),
          workspace: workspace.name,
        })}
      </h2>
      <ClientFacts client={client} />
      <p>{t(`authorize.may_${kind}`)}</p>
      {budgets && (
        <ul>
          <li>{t('authorize.agentApproval')}</li>
          <li>{t('authorize.agentBudgets', amountsOf(budgets))}</li>
          <li>{t('authorize.agentLabels')}</li>
        </ul>
      )}
      {offered.length === 0 ? (
        <Notice kind="warning">
          <p>{t('authorize.nothingToGrant')}</p>
        </Notice>
      ) : (
        <AskedPermissions kind={kind} offered={offered} chosen={permissions} onChosen={setPermissions} />
      )}
      {unavailable.length > 0 && (
        <p class="muted">{t('authorize.unavailable', { permissions: listOf(unavailable) })}</p>
      )}
      {permissions.includes('content:publish') && (
        <Notice kind="warning">
          <p>{t('authorize.publishes')}</p>
        </Notice>
      )}
      {kind === 'agent' && offered.length > 0 && <AccountsChoice chosen={accounts} onChosen={setAccounts} />}
      <p>{t('authorize.end')}</p>
      <ErrorMessage error={error} />
      <div class="actions">
        <ActionButton
          class="primary"
          disabled={isIncomplete}
          isRunning={isRunning}
          onClick={() => onDecide({ permissions, accounts })}
        >
          {t('words.approve')}
        </ActionButton>
        <ActionButton isRunning={isRunning} onClick={() => onDecide(null)}>
          {t('words.deny')}
        </ActionButton>
      </div>
    </div>
  );
}
