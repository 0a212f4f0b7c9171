import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { TextAreaField, TextField } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { readOnly } from '../../components/permissions.ts';
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
    addresses: '',
    hourlyLimit: '',
    expires: '',
  });
  const set = (changed: Partial<KeyInput>) => setInput((last) => ({ ...last, ...changed }));
  const create = useAction(async () => {
    const body = toKeyCreate(input, timeZone);
    const key = await intent.send(body, (header) => unwrap(api.POST('/keys', { params: { header }, body })));
    onCreated(key);
  });
  return (
    <FormDialog
      title="Create an API key"
      action={create}
      submit="Create key"
      running="Creating…"
      isIncomplete={input.permissions.length === 0}
      onClose={onClose}
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        autocomplete="off"
        hint="The application that uses this key, such as “Newsletter import”."
        error={fieldError(create.error, '/name')}
        value={input.name}
        onValue={(name) => set({ name })}
      />
      <PermissionChoice
        offered={permissions}
        chosen={input.permissions}
        onChosen={(chosen) => set({ permissions: chosen })}
        error={fieldError(create.error, '/permissions')}
      />
      <TextAreaField
        label="Allowed IP addresses (optional)"
        hint="IP addresses or CIDR blocks, one per line. If empty, all addresses are allowed."
        error={fieldError(create.error, '/allowed_ips')}
        rows={2}
        placeholder="198.51.100.0/24"
        value={input.addresses}
        onValue={(addresses) => set({ addresses })}
      />
      <TextField
        label={`Expires (optional, ${toWords(timeZone)})`}
        type="datetime-local"
        hint="After this time, the key and its access tokens are rejected."
        error={fieldError(create.error, '/expires_at')}
        value={input.expires}
        onValue={(expires) => set({ expires })}
      />
      <TextField
        label="Requests per hour (optional)"
        type="number"
        hint="Applies to this key, in addition to the workspace rate limit."
        error={fieldError(create.error, '/hourly_limit')}
        value={input.hourlyLimit}
        onValue={(hourlyLimit) => set({ hourlyLimit })}
      />
    </FormDialog>
  );
}
