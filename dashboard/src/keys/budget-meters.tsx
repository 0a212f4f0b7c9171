import { useId } from 'preact/hooks';
import { t } from '../language/texts.ts';
import { type AgentTerms, budgetsOf } from './agent-budgets.ts';

/** What an agent has used today of its budgets. */
export function BudgetMeters({ agent }: { agent: AgentTerms }) {
  const id = useId();
  return (
    <>
      <p class="muted budgets-title" id={id}>
        {t('keys.usedToday')}
      </p>
      <ul class="budgets" aria-labelledby={id}>
        {budgetsOf(agent).map(({ name, text, used, limit }) => (
          <li key={name}>
            <span>{t(`keys.budget_${name}`)}</span>
            <meter aria-label={t(`keys.budget_${name}`)} max={Math.max(1, limit)} value={used} />
            <span class="muted">{text}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
