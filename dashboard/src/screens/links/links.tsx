import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction, useQuery } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, Notice, QueryState } from '../../components/feedback.tsx';
import { Table } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { RuleForm } from './rule-form.tsx';
import { type LinkRule, parametersText } from './rule-input.ts';

/** The rules that add parameters to the URLs of posts. */
export default function Links() {
  const canWrite = usePermission('content:publish');
  const query = useQuery('link rules', async () => (await unwrap(api.GET('/link-rules'))).link_rules);
  const [editing, setEditing] = useState<LinkRule | 'new' | null>(null);
  const [deleting, setDeleting] = useState<LinkRule | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const rules = query.data ?? [];
  const finish = (message: string) => {
    setEditing(null);
    setDeleting(null);
    setDone(message);
    void query.reload();
  };
  const remove = useAction(async () => {
    await unwrap(api.DELETE('/link-rules/{id}', { params: { path: { id: deleting!.id } } }));
    finish(t('links.deleted'));
  });
  const addButton = canWrite && (
    <Button class="primary" onClick={() => setEditing('new')}>
      {t('links.add')}
    </Button>
  );
  return (
    <>
      <div class="bar">
        <h1>{t('links.title')}</h1>
        {rules.length > 0 && addButton}
      </div>
      <p class="muted">{t('links.intro')}</p>
      {done && <Notice kind="success">{done}</Notice>}
      <QueryState query={query} />
      {query.data && rules.length === 0 && (
        <EmptyState title={t('links.emptyTitle')}>
          <p>{t('links.emptyText')}</p>
          {addButton}
        </EmptyState>
      )}
      {rules.length > 0 && (
        <Table
          class="listing stacked"
          caption={t('links.title')}
          columns={[t('words.posts'), t('links.parameters'), t('links.hosts'), canWrite && t('words.actions')]}
        >
          {rules.map((rule) => (
            <tr key={rule.id}>
              <td data-label={t('words.posts')}>{scopeText(rule)}</td>
              <td class="wide" data-label={t('links.parameters')}>
                <code>{parametersText(rule)}</code>
              </td>
              <td data-label={t('links.hosts')}>{rule.hosts.join(', ') || t('words.all')}</td>
              {canWrite && (
                <td data-label={t('words.actions')}>
                  <div class="actions">
                    <Button onClick={() => setEditing(rule)}>{t('links.edit')}</Button>
                    <Button onClick={() => setDeleting(rule)}>{t('words.delete')}</Button>
                  </div>
                </td>
              )}
            </tr>
          ))}
        </Table>
      )}
      {editing && (
        <RuleForm
          rule={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSaved={() => finish(t('links.saved'))}
        />
      )}
      {deleting && (
        <Confirm
          title={t('links.deleteTitle')}
          action={remove}
          confirm={t('words.delete')}
          onClose={() => setDeleting(null)}
        >
          <p>{t('links.deleteText')}</p>
        </Confirm>
      )}
    </>
  );
}

function scopeText({ scope, platform, label }: LinkRule): string {
  if (platform) return platformName(platform);
  if (scope === 'label' && label === null) return t('links.deletedLabel');
  return label ?? t(`links.scope_${scope}`);
}
