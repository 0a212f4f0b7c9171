import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { FormDialog, SelectField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';

const OVERLAPS = ['0', '3600', '86400', '604800'] as const;
type Overlap = (typeof OVERLAPS)[number];

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
    <FormDialog
      title={t('keys.rollTitle', { name: apiKey.name })}
      action={roll}
      submit={t('keys.rollSubmit')}
      onClose={onClose}
    >
      <p>{t('keys.rollText')}</p>
      <SelectField
        label={t('keys.overlap')}
        value={overlap}
        options={OVERLAPS.map((value) => ({ value, label: t(`keys.overlap_${value}`) }))}
        onValue={setOverlap}
        hint={t('keys.overlapHint')}
      />
    </FormDialog>
  );
}
