import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { Check } from '../../components/checks.tsx';
import { FormDialog, TextAreaField, TextField } from '../../components/form.tsx';
import { readOnly } from '../../components/permissions.ts';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { toWords } from '../../words.ts';
import { type KeyInput, toKeyCreate } from './key-input.ts';
import { PermissionChoice } from './permission-choice.tsx';

interface CreateKeyProps {
  onCreated: (key: Schemas['KeyWithSecret']) => void;
  onClose: () => void;
}

/** The form of a new API key. Everything but the name and the permissions is optional. */
export function CreateKey({ onCreated, onClose }: CreateKeyProps) {
  const { permissions } = useSession();
  const { timeZone } = useTimeZone();
  const intent = useIntent();
  const [input, setInput] = useState<KeyInput>({
    name: '',
    permissions: readOnly(permissions),
    isAgent: false,
    subscribes: false,
    addresses: '',
    hourlyLimit: '',
    expires: '',
  });
  const set = (changed: Partial<KeyInput>) => setInput((last) => ({ ...last, ...changed }));
  const create = useAction(async () => {
    const body = toKeyCreate(input, timeZone, permissions);
    const key = await intent.send(body, (header) => unwrap(api.POST('/keys', { params: { header }, body })));
    onCreated(key);
  });
  return (
    <FormDialog
      title={t('keys.createTitle')}
      action={create}
      submit={t('keys.createSubmit')}
      running={t('keys.creating')}
      isIncomplete={!input.isAgent && input.permissions.length === 0}
      onClose={onClose}
    >
      <TextField
        label={t('words.name')}
        required
        maxLength={100}
        autocomplete="off"
        hint={t('keys.nameHint')}
        error={fieldError(create.error, '/name')}
        value={input.name}
        onValue={(name) => set({ name })}
      />
      <Check
        label={t('keys.isAgent')}
        hint={t('keys.isAgentHint')}
        checked={input.isAgent}
        onChecked={(isAgent) => set({ isAgent })}
      />
      {input.isAgent && permissions.includes('webhooks:write') && (
        <Check
          label={t('keys.subscribes')}
          hint={t('keys.subscribesHint')}
          checked={input.subscribes}
          onChecked={(subscribes) => set({ subscribes })}
        />
      )}
      {!input.isAgent && (
        <PermissionChoice
          offered={permissions}
          chosen={input.permissions}
          onChosen={(chosen) => set({ permissions: chosen })}
          error={fieldError(create.error, '/permissions')}
        />
      )}
      <TextAreaField
        label={t('keys.addresses')}
        hint={t('keys.addressesHint')}
        error={fieldError(create.error, '/allowed_ips')}
        rows={2}
        placeholder="198.51.100.0/24"
        value={input.addresses}
        onValue={(addresses) => set({ addresses })}
      />
      <TextField
        label={t('keys.expiresLabel', { zone: toWords(timeZone) })}
        type="datetime-local"
        hint={t(input.isAgent ? 'keys.agentExpiresHint' : 'keys.expiresHint')}
        error={fieldError(create.error, '/expires_at')}
        value={input.expires}
        onValue={(expires) => set({ expires })}
      />
      <TextField
        label={t('keys.limit')}
        type="number"
        hint={t('keys.limitHint')}
        error={fieldError(create.error, '/hourly_limit')}
        value={input.hourlyLimit}
        onValue={(hourlyLimit) => set({ hourlyLimit })}
      />
    </FormDialog>
  );
}
