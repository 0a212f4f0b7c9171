import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionForm, FormEnd } from '../../components/action-form.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/form.tsx';
import { formatUsd } from '../../content/figures.ts';
import { platformName } from '../../platforms.ts';
import { parseBudget, SCHEDULES } from './metrics-text.ts';

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
  const amountError = isInvalid ? 'Enter an amount, such as 5 or 2.50.' : null;
  return (
    <Dialog title={`Metrics of ${account.name}`} onClose={onClose}>
      <ActionForm action={save}>
        <SelectField
          label="Update metrics"
          hint="Applies to each post from its next update."
          options={SCHEDULES}
          error={fieldError(save.error, '/metrics_schedule')}
          value={schedule}
          onValue={setSchedule}
        />
        {budget && (
          <TextField
            label="Monthly budget in US dollars"
            autocomplete="off"
            maxLength={9}
            hint={`${platformName(account.platform)} charges for each post and day. ${formatUsd(budget.used_usd)} used this month. Leave empty for no limit.`}
            error={amountError ?? fieldError(save.error, '/metrics_budget/limit_usd')}
            value={limit}
            onValue={setLimit}
          />
        )}
        <FormEnd action={save} submit="Save" running="Saving…" onCancel={onClose} />
      </ActionForm>
    </Dialog>
  );
}
