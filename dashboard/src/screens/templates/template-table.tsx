import { Button } from '../../components/button.tsx';
import { ListTable } from '../../components/table.tsx';
import { useAccounts } from '../../content/content.ts';
import type { Template } from '../../content/template-texts.ts';
import { t } from '../../language/texts.ts';
import { PLATFORMS, platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';

interface TemplateTableProps {
  templates: Template[];
  canWrite: boolean;
  onEdit: (template: Template) => void;
  onDelete: (template: Template) => void;
}

/** A table of templates, with what each contains. */
export function TemplateTable({ templates, canWrite, onEdit, onDelete }: TemplateTableProps) {
  const accounts = useAccounts(usePermission('accounts:read')).data ?? [];
  const nameOf = (id: string) => accounts.find((account) => account.id === id)?.name ?? id;
  return (
    <ListTable
      class="listing stacked"
      caption={t('layout.templates')}
      items={templates}
      columns={[
        { name: t('words.name'), cell: ({ name }) => name, isPlain: true },
        { name: t('words.kind'), cell: ({ kind }) => t(`content.template_${kind}`) },
        { name: t('templates.content'), cell: (template) => contentOf(template, nameOf), class: 'wide' },
        {
          name: t('words.actions'),
          cell: (template) =>
            canWrite && (
              <div class="actions">
                <Button
                  class="small"
                  aria-label={t('templates.editNamed', { name: template.name })}
                  onClick={() => onEdit(template)}
                >
                  {t('words.edit')}
                </Button>
                <Button
                  class="small danger"
                  aria-label={t('words.deleteNamed', { name: template.name })}
                  onClick={() => onDelete(template)}
                >
                  {t('words.delete')}
                </Button>
              </div>
            ),
          isPlain: true,
        },
      ]}
    />
  );
}

function contentOf({ text, accounts, handles, platform_options }: Template, nameOf: (id: string) => string): string {
  if (text !== null) return text;
  if (accounts) return accounts.map(nameOf).join(', ');
  const named = PLATFORMS.flatMap((platform) => {
    if (handles?.[platform]) return `${platformName(platform)}: ${handles[platform]}`;
    return platform_options?.[platform] ? platformName(platform) : [];
  });
  return named.join(', ');
}
