import { Pencil, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, QueryState } from '../../components/feedback.tsx';
import { FormDialog, TextField } from '../../components/form.tsx';
import { ListTable } from '../../components/table.tsx';
import { type Label, useLabels } from '../../content/labels.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';

/** The labels and the campaigns of the workspace, to rename and to delete them. */
export default function Labels() {
  const query = useLabels();
  const canWrite = usePermission('content:write');
  const [renaming, setRenaming] = useState<Label | null>(null);
  const [deleting, setDeleting] = useState<Label | null>(null);
  const labels = query.data;
  const done = () => {
    setRenaming(null);
    setDeleting(null);
    void query.reload();
  };
  return (
    <>
      <h1>{t('labels.title')}</h1>
      <QueryState query={query} label={t('words.loading')} />
      {labels?.length === 0 && (
        <EmptyState title={t('labels.none')}>
          <p>{t('labels.explanation')}</p>
        </EmptyState>
      )}
      {labels && labels.length > 0 && (
        <ListTable
          class="listing"
          caption={t('labels.title')}
          hidesCaption
          items={labels}
          columns={[
            { name: t('words.name'), cell: postsWith, class: 'wide' },
            { name: t('words.kind'), cell: ({ kind }) => t(`labels.${kind}`) },
            canWrite && {
              name: t('words.actions'),
              cell: (label) => (
                <div class="actions">
                  <Button
                    class="small"
                    aria-label={t('labels.rename', { name: label.name })}
                    onClick={() => setRenaming(label)}
                  >
                    <Pencil size={16} />
                  </Button>
                  <Button
                    class="small"
                    aria-label={t('words.deleteNamed', { name: label.name })}
                    onClick={() => setDeleting(label)}
                  >
                    <Trash2 size={16} />
                  </Button>
                </div>
              ),
            },
          ]}
        />
      )}
      {renaming && <RenameLabel label={renaming} onClose={() => setRenaming(null)} onDone={done} />}
      {deleting && <DeleteLabel label={deleting} onClose={() => setDeleting(null)} onDone={done} />}
    </>
  );
}

function postsWith({ kind, name }: Label) {
  return <a href={`#/posts?${new URLSearchParams({ [kind]: name })}`}>{name}</a>;
}

interface LabelDialogProps {
  label: Label;
  onClose: () => void;
  onDone: () => void;
}

function RenameLabel({ label, onClose, onDone }: LabelDialogProps) {
  const [name, setName] = useState(label.name);
  const path = { id: label.id };
  const rename = useAction(async () => {
    await unwrap(api.PUT('/labels/{id}', { params: { path }, body: { name } }));
    onDone();
  });
  return (
    <FormDialog
      title={t('labels.rename', { name: label.name })}
      action={rename}
      submit={t('labels.renameSubmit')}
      onClose={onClose}
    >
      <TextField
        label={t('words.name')}
        value={name}
        onValue={setName}
        required
        maxLength={50}
        hint={t('labels.renameHint')}
      />
    </FormDialog>
  );
}

function DeleteLabel({ label, onClose, onDone }: LabelDialogProps) {
  const path = { id: label.id };
  return (
    <Confirm
      title={t('words.deleteNamed', { name: label.name })}
      confirm={t('words.delete')}
      run={() => unwrap(api.DELETE('/labels/{id}', { params: { path } }))}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('labels.deleteHint')}</p>
    </Confirm>
  );
}
