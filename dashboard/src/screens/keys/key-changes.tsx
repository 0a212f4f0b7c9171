import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { Confirm } from '../../components/dialog.tsx';
import { SelectField } from '../../components/form.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';

const OVERLAPS = [
  { value: '0', label: 'Now (the secret may be compromised)' },
  { value: '3600', label: 'In one hour' },
  { value: '86400', label: 'In one day' },
  { value: '604800', label: 'In seven days' },
] as const;
type Overlap = (typeof OVERLAPS)[number]['value'];

interface RollKeyProps {
  apiKey: Schemas['Key'];
  onRolled: (key: Schemas['KeyWithSecret']) => void;
  onClose: () => void;
}

/** Replace the secret of a key, at once or with an overlap in which both work. */
export function RollKey({ apiKey, onRolled, onClose }: RollKeyProps) {
  const [overlap, setOverlap] = useState<Overlap>('86400');
  const intent = useIntent();
  const roll = useAction(async () => {
    const body = { overlap_seconds: Number(overlap) };
    const path = { id: apiKey.id };
    const rolled = await intent.send(body, (header) =>
      unwrap(api.POST('/keys/{id}/reroll', { params: { path, header }, body })),
    );
    onRolled(rolled);
  });
  return (
    <FormDialog title={`Roll the secret of “${apiKey.name}”`} action={roll} submit="Roll secret" onClose={onClose}>
      <p>Creates a new secret, which is shown once. The key’s ID, permissions and restrictions do not change.</p>
      <SelectField
        label="Old secret expires"
        value={overlap}
        options={OVERLAPS}
        onValue={setOverlap}
        hint="Both secrets work until then, so you can update your applications without downtime."
      />
    </FormDialog>
  );
}

interface RevokeKeyProps {
  apiKey: Schemas['Key'];
  onRevoked: () => void;
  onClose: () => void;
}

/** Ask before a key is revoked, and say what stops working. */
export function RevokeKey({ apiKey, onRevoked, onClose }: RevokeKeyProps) {
  const revoke = useAction(async () => {
    await unwrap(api.DELETE('/keys/{id}', { params: { path: { id: apiKey.id } } }));
    onRevoked();
  });
  return (
    <Confirm title={`Revoke “${apiKey.name}”?`} confirm="Revoke key" action={revoke} onClose={onClose}>
      <p>
        The secret stops working immediately, and access tokens within a minute. Data that the key created is kept. This
        cannot be undone.
      </p>
    </Confirm>
  );
}
