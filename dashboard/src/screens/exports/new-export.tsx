import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { ActionButton } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { ActionForm, SelectField } from '../../components/form.tsx';
import { t } from '../../language/texts.ts';
import type { ExportKind } from './export-kinds.ts';

type Format = Schemas['ExportCreate']['format'];

const FORMATS: { value: Format; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'jsonl', label: 'JSON Lines' },
];

interface NewExportProps {
  kinds: ExportKind[];
  onCreated: () => void;
}

/** The form that creates an export. */
export function NewExport({ kinds, onCreated }: NewExportProps) {
  const [kind, setKind] = useState<ExportKind>(kinds[0] ?? 'content');
  const [format, setFormat] = useState<Format>('csv');
  const intent = useIntent();
  const create = useAction(async () => {
    const body = { kind, format };
    await intent.send(body, (header) => unwrap(api.POST('/exports', { params: { header }, body })));
    onCreated();
  });
  const options = kinds.map((value) => ({ value, label: t(`exports.kind_${value}`) }));
  return (
    <section class="card" aria-label={t('exports.create')}>
      <ActionForm action={create}>
        <SelectField label={t('exports.data')} value={kind} options={options} onValue={setKind} />
        <SelectField
          label={t('exports.format')}
          value={format}
          options={FORMATS}
          onValue={setFormat}
          hint={format === 'csv' ? t('exports.csvHint') : undefined}
        />
        <ErrorMessage error={create.error} onRetry={create.run} />
        <ActionButton type="submit" class="primary" isRunning={create.isRunning}>
          {t('exports.create')}
        </ActionButton>
      </ActionForm>
    </section>
  );
}
