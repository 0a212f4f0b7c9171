import { useQuery } from '../../api/hooks.ts';
import { Confirm } from '../../components/dialog.tsx';
import { QueryState } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { loadContent } from '../../content/content.ts';
import { deletePost, isDueSoon } from '../../content/held-deletions.ts';
import { rich, t } from '../../language/texts.ts';

interface DeletePostProps {
  post: { id: string; title: string };
  onClose: () => void;
  onDeleted?: () => void;
}

/** Ask before a post is deleted, as it is now: it may have been scheduled since it was shown. */
export function DeletePost({ post, onClose, onDeleted = () => undefined }: DeletePostProps) {
  const current = useQuery(`delete ${post.id}`, () => loadContent(post.id));
  const content = current.data?.content;
  const status = () => <Status status={content!.status} />;
  return (
    <Confirm
      title={t('posts.deleteTitle', { title: post.title })}
      confirm={t('words.delete')}
      run={() => deletePost(current.data!, onDeleted)}
      isReady={content !== undefined}
      onClose={onClose}
    >
      <QueryState query={current} label={t('words.loading')} />
      {content && (
        <p>{rich(content.status === 'scheduled' ? 'posts.statusCancelled' : 'posts.statusNow', { status })}</p>
      )}
      <p>{t('posts.deleteExplanation')}</p>
      {content && isDueSoon(content, Date.now()) && <p>{t('posts.deleteAtOnce')}</p>}
    </Confirm>
  );
}
