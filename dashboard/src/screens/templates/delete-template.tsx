import { api, unwrap } from '../../api/client.ts';
import { reloadQuery } from '../../api/hooks.ts';
import { Confirm } from '../../components/dialog.tsx';
import type { Template } from '../../content/template-texts.ts';
import { t } from '../../language/texts.ts';

/** Ask before a template is deleted. */
export function DeleteTemplate({ template, onClose }: { template: Template; onClose: () => void }) {
  return (
    <Confirm
      title={t('templates.deleteTitle', { name: template.name })}
      confirm={t('words.delete')}
      run={() => unwrap(api.DELETE('/templates/{id}', { params: { path: { id: template.id } } }))}
      onDone={() => reloadQuery('templates')}
      onClose={onClose}
    >
      <p>{t('templates.deleteText')}</p>
    </Confirm>
  );
}
