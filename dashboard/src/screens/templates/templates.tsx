import { useState } from 'preact/hooks';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorMessage } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { TEMPLATE_KINDS, type Template, type TemplateKind } from '../../content/template-texts.ts';
import { useTemplates } from '../../content/templates.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { CreateTemplate, EditTemplate } from './template-form.tsx';
import { TemplateTable } from './template-table.tsx';

type Open = { action: 'create' } | { action: 'edit' | 'delete'; template: Template };

/** The templates of the workspace, by kind. */
export default function Templates() {
  const canWrite = usePermission('content:write');
  const { data, error, isLoading, reload } = useTemplates();
  const [kind, setKind] = useState<TemplateKind | ''>('');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const shown = TEMPLATE_KINDS.flatMap((each) =>
    kind === '' || kind === each ? (data ?? []).filter((template) => template.kind === each) : [],
  );
  const addButton = canWrite && (
    <Button class="primary" onClick={() => setOpen({ action: 'create' })}>
      {t('words.newTemplate')}
    </Button>
  );
  return (
    <>
      <div class="bar">
        <h1>{t('layout.templates')}</h1>
        {data && data.length > 0 && addButton}
      </div>
      <p class="muted">{t('templates.intro')}</p>
      <ErrorMessage error={error} onRetry={reload} />
      {!data && isLoading && <p role="status">{t('words.loading')}</p>}
      {data?.length === 0 && (
        <EmptyState title={t('templates.emptyTitle')}>
          <p>{t('templates.emptyText')}</p>
          {addButton}
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <div class="filters">
          <SelectField
            label={t('words.kind')}
            options={[
              { value: '', label: t('templates.allKinds') },
              ...TEMPLATE_KINDS.map((value) => ({ value, label: t(`content.template_${value}`) })),
            ]}
            value={kind}
            onValue={setKind}
          />
        </div>
      )}
      {shown.length > 0 && (
        <TemplateTable
          templates={shown}
          canWrite={canWrite}
          onEdit={(template) => setOpen({ action: 'edit', template })}
          onDelete={(template) => setOpen({ action: 'delete', template })}
        />
      )}
      {data && data.length > 0 && shown.length === 0 && <p>{t('templates.noneOfKind')}</p>}
      {open?.action === 'create' && <CreateTemplate kind={kind || 'snippet'} onClose={close} />}
      {open?.action === 'edit' && <EditTemplate id={open.template.id} onClose={close} />}
      {open?.action === 'delete' && <DeleteTemplate template={open.template} onClose={close} />}
    </>
  );
}
