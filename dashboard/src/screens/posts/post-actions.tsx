import { useState } from 'preact/hooks';
import { api, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { Confirm } from '../../components/dialog.tsx';
import { ifMatch, type LoadedContent } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { usePermission } from '../../session-context.tsx';
import { DeletePost } from './posts.tsx';

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
  const cancel = useAction(async () => {
    const params = { path: { id: content.id }, header: ifMatch(etag) };
    await unwrap(api.PUT('/content/{id}', { params, body: { status: 'cancelled' } }));
    onChanged('Publication cancelled.');
  });
  if (!canWrite) return null;
  return (
    <div class="actions">
      {editObstacle(content) === null && (
        <a class="button primary" href={`#/compose/${content.id}`}>
          Edit
        </a>
      )}
      {content.status === 'scheduled' && content.available_actions.includes('cancel') && (
        <button type="button" onClick={() => setAsked('cancel')}>
          Cancel publication
        </button>
      )}
      {content.available_actions.includes('delete') && (
        <button type="button" class="danger" onClick={() => setAsked('delete')}>
          Delete
        </button>
      )}
      {asked === 'cancel' && (
        <Confirm
          title="Cancel the publication?"
          confirm="Cancel publication"
          action={cancel}
          onClose={() => setAsked(null)}
        >
          <p>No further parts will be published. You can reschedule the post later.</p>
        </Confirm>
      )}
      {asked === 'delete' && <DeletePost post={content} onClose={() => setAsked(null)} onDeleted={onDeleted} />}
    </div>
  );
}
