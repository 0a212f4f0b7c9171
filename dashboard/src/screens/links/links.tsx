import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { Notice } from '../../components/feedback.tsx';
import { asPagedList, ListScreen } from '../../components/list-screen.tsx';
import { ListTable } from '../../components/table.tsx';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { RuleForm } from './rule-form.tsx';
import { type LinkRule, parametersText } from './rule-input.ts';

/** The rules that add parameters to the URLs of posts. */
export default function Links() {
  const canWrite = usePermission('content:publish');
  const list = asPagedList(useQuery('link rules', async () => (await unwrap(api.GET('/link-rules'))).link_rules));
  const [editing, setEditing] = useState<LinkRule | null>(null);
  const [deleting, setDeleting] = useState<LinkRule | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const finish = (message: string) => {
    setEditing(null);
    setDeleting(null);
    setDone(message);
    void list.reload();
  };
  return (
    <>
      <ListScreen
        title={t('links.title')}
        intro={t('links.intro')}
        list={list}
        add={canWrite && t('links.add')}
        form={({ onClose }) => (
          <RuleForm
            rule={null}
            onClose={onClose}
            onSaved={() => {
              onClose();
              finish(t('links.saved'));
            }}
          />
        )}
        emptyTitle={t('links.emptyTitle')}
        emptyText={t('links.emptyText')}
        notice={done && <Notice kind="success">{done}</Notice>}
      >
        <ListTable
          class="listing stacked"
          caption={t('links.title')}
          items={list.items}
          columns={[
            { name: t('words.posts'), cell: scopeText },
            { name: t('links.parameters'), cell: (rule) => <code>{parametersText(rule)}</code>, class: 'wide' },
            { name: t('links.hosts'), cell: ({ hosts }) => hosts.join(', ') || t('words.all') },
            canWrite && {
              name: t('words.actions'),
              cell: (rule) => (
                <div class="actions">
                  <Button onClick={() => setEditing(rule)}>{t('links.edit')}</Button>
                  <Button onClick={() => setDeleting(rule)}>{t('words.delete')}</Button>
                </div>
              ),
            },
          ]}
        />
      </ListScreen>
      {editing && <RuleForm rule={editing} onClose={() => setEditing(null)} onSaved={() => finish(t('links.saved'))} />}
      {deleting && (
        <Confirm
          title={t('links.deleteTitle')}
          run={() => unwrap(api.DELETE('/link-rules/{id}', { params: { path: { id: deleting!.id } } }))}
          onDone={() => finish(t('links.deleted'))}
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
