import { useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { useIntent } from '../api/intent.ts';
import { fieldError } from '../api/problem.ts';
import { FormDialog, SelectField, TextField } from '../components/form.tsx';
import { useAccounts } from '../content/content.ts';
import { t } from '../language/texts.ts';
import { PLATFORMS } from '../platforms.ts';
import { usePermission } from '../session-context.tsx';
import { choiceOf, type HaltScope, reloadHalts, scopeName, scopeOf } from './halts.ts';

/** Stop publishing in the workspace, on a platform, or with an account. */
export function HaltDialog({ onClose }: { onClose: () => void }) {
  const accounts = useAccounts(usePermission('accounts:read')).data ?? [];
  const [choice, setChoice] = useState('workspace');
  const [reason, setReason] = useState('');
  const intent = useIntent();
  const halt = useAction(async () => {
    const body = { scope: scopeOf(choice), reason };
    await intent.send(body, (header) => unwrap(api.POST('/halts', { params: { header }, body })));
    await reloadHalts();
    onClose();
  });
  const scopes: HaltScope[] = [
    'workspace',
    ...PLATFORMS.map((platform) => ({ platform })),
    ...accounts.map(({ id }) => ({ account: id })),
  ];
  return (
    <FormDialog
      title={t('words.stopPublishing')}
      action={halt}
      submit={t('words.stopPublishing')}
      running={t('halts.stopping')}
      isIncomplete={reason.trim() === ''}
      onClose={onClose}
    >
      <p>{t('halts.stopText')}</p>
      <SelectField
        label={t('halts.scope')}
        value={choice}
        options={scopes.map((scope) => ({ value: choiceOf(scope), label: scopeName(scope, accounts) }))}
        onValue={setChoice}
        error={fieldError(halt.error, '/scope')}
      />
      <TextField
        label={t('halts.reason')}
        value={reason}
        onValue={setReason}
        required
        maxLength={280}
        hint={t('halts.reasonHint')}
        error={fieldError(halt.error, '/reason')}
      />
    </FormDialog>
  );
}
