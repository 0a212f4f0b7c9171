import { useState } from 'preact/hooks';
import { SelectField } from '../../components/form.tsx';
import { asPagedList, ListScreen } from '../../components/list-screen.tsx';
import { TEMPLATE_KINDS, type Template, type TemplateKind } from '../../content/template-texts.ts';
import { useTemplates } from '../../content/templates.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { DeleteTemplate } from './delete-template.tsx';
import { CreateTemplate, EditTemplate } from './template-form.tsx';
import { TemplateTable } from './template-table.tsx';

type Open = { action: 'edit' | 'delete'; template: Template };

/** The templates of the workspace, by kind. */
export default function Templates() {
  const canWrite = usePermission('content:write');
  const list = asPagedList(useTemplates());
  const [kind, setKind] = useState<TemplateKind | ''>('');
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const shown = TEMPLATE_KINDS.flatMap((each) =>
    kind === '' || kind === each ? list.items.filter((template) => template.kind === each) : [],
  );
  return (
    <>
      <ListScreen
        title={t('layout.templates')}
        intro={t('templates.intro')}
        list={list}
        add={canWrite && t('words.newTemplate')}
        form={({ onClose }) => <CreateTemplate kind={kind || 'snippet'} onClose={onClose} />}
        emptyTitle={t('templates.emptyTitle')}
        emptyText={t('templates.emptyText')}
      >
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
        {shown.length > 0 ? (
          <TemplateTable
            templates={shown}
            canWrite={canWrite}
            onEdit={(template) => setOpen({ action: 'edit', template })}
            onDelete={(template) => setOpen({ action: 'delete', template })}
          />
        ) : (
          <p>{t('templates.noneOfKind')}</p>
        )}
      </ListScreen>
      {open?.action === 'edit' && <EditTemplate id={open.template.id} onClose={close} />}
      {open?.action === 'delete' && <DeleteTemplate template={open.template} onClose={close} />}
    </>
  );
}
