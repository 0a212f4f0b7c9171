import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ActionForm, FormEnd, SelectField, TextField } from '../../components/form.tsx';
import { formatUsd } from '../../content/figures.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { parseBudget, scheduleOptions } from './metrics-text.ts';

interface MetricsProps {
  account: Schemas['Account'];
  onSaved: () => void;
  onClose: () => void;
}

/** Set when the metrics of an account are updated, and what this may cost in a month where it has a price. */
export function Metrics({ account, onSaved, onClose }: MetricsProps) {
  const { metrics_budget: budget } = account;
  const [schedule, setSchedule] = useState(account.metrics_schedule);
  const [limit, setLimit] = useState(budget?.limit_usd == null ? '' : String(budget.limit_usd));
  const [isInvalid, setInvalid] = useState(false);
  const save = useAction(async () => {
    const limit_usd = parseBudget(limit);
    setInvalid(limit_usd === undefined);
    if (limit_usd === undefined) return;
    const body = { metrics_schedule: schedule, ...(budget === null ? {} : { metrics_budget: { limit_usd } }) };
    await unwrap(api.PUT('/accounts/{id}', { params: { path: { id: account.id } }, body }));
    onSaved();
  });
  const amountError = isInvalid ? t('accounts.invalidAmount') : null;
  return (
    <Dialog title={t('accounts.metricsOf', { name: account.name })} onClose={onClose}>
      <ActionForm action={save}>
        <SelectField
          label={t('accounts.updateMetrics')}
          hint={t('accounts.updateMetricsHint')}
          options={scheduleOptions()}
          error={fieldError(save.error, '/metrics_schedule')}
          value={schedule}
          onValue={setSchedule}
        />
        {budget && (
          <TextField
            label={t('accounts.budget')}
            autocomplete="off"
            maxLength={9}
            hint={t('accounts.budgetHint', {
              platform: platformName(account.platform),
              used: formatUsd(budget.used_usd),
            })}
            error={amountError ?? fieldError(save.error, '/metrics_budget/limit_usd')}
            value={limit}
            onValue={setLimit}
          />
        )}
        <FormEnd action={save} submit={t('words.save')} running={t('words.saving')} onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
