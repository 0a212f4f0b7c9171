import { Pencil, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ifMatch, type LoadedContent } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { t } from '../../language/texts.ts';
import { usePermission } from '../../session-context.tsx';
import { DeletePost } from './delete-post.tsx';

interface PostActionsProps {
  loaded: LoadedContent;
  onChanged: (message: string) => void;
  onDeleted: () => void;
}

/** The actions on a whole post: edit, cancel its publication, and delete. */
export function PostActions({ loaded, onChanged, onDeleted }: PostActionsProps) {
  const { content, etag } = loaded;
  const canWrite = usePermission('content:write');
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const cancel = async () => {
    const params = { path: { id: content.id }, header: ifMatch(etag) };
    await unwrap(api.PUT('/content/{id}', { params, body: { status: 'cancelled' } }));
    onChanged(t('posts.cancelled'));
  };
  if (!canWrite) return null;
  return (
    <div class="actions">
      {editObstacle(content) === null && (
        <a class="button primary" href={`#/compose/${content.id}`}>
          <Pencil size={16} /> {t('words.edit')}
        </a>
      )}
      {content.status === 'scheduled' && content.available_actions.includes('cancel') && (
        <Button onClick={() => setAsked('cancel')}>{t('posts.cancelPublication')}</Button>
      )}
      {content.available_actions.includes('delete') && (
        <Button class="danger" onClick={() => setAsked('delete')}>
          <Trash2 size={16} /> {t('words.delete')}
        </Button>
      )}
      {asked === 'cancel' && (
        <Confirm
          title={t('posts.cancelTitle')}
          confirm={t('posts.cancelPublication')}
          run={cancel}
          onClose={() => setAsked(null)}
        >
          <p>{t('posts.cancelExplanation')}</p>
        </Confirm>
      )}
      {asked === 'delete' && <DeletePost post={content} onClose={() => setAsked(null)} onDeleted={onDeleted} />}
    </div>
  );
}
