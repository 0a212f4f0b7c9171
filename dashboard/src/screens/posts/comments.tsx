import { Bot } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { api, pagesOf, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, usePagedList } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { fieldError } from '../../api/problem.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { Confirm } from '../../components/dialog.tsx';
import { ErrorMessage, ListEnd, Progress } from '../../components/feedback.tsx';
import { ActionForm, TextAreaField } from '../../components/form.tsx';
import { Time } from '../../components/time.tsx';
import { t } from '../../language/texts.ts';
import { MemberAvatar } from '../../member-avatar.tsx';
import type { NameOf } from '../../member-names.ts';
import { useSession } from '../../session-context.tsx';
import { capitalize } from '../../words.ts';
import { commentAuthor } from './comment-author.ts';

type Comment = Schemas['ReviewComment'];

interface CommentsProps {
  contentId: string;
  nameOf: NameOf;
  canWrite: boolean;
}

/** The review comments of a post, of members and of external reviewers. */
export function Comments({ contentId, nameOf, canWrite }: CommentsProps) {
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const { user, portal } = useSession();
  const list = usePagedList(
    `comments ${contentId}`,
    pagesOf('/content/{id}/comments', 'comments', { limit: 50 }, contentId),
  );
  // All persons in portals have one id.
  const canDelete = ({ author_id }: Comment) =>
    !portal && (author_id === user.id || ['owner', 'admin'].includes(user.role));
  return (
    <section class="card" aria-labelledby="comments-heading">
      <h2 id="comments-heading">{t('posts.comments')}</h2>
      {list.isEmpty && <p class="muted">{t('posts.noComments')}</p>}
      <ul class="comments">
        {list.items.map((comment) => (
          <li key={comment.id}>
            <p class="comment-head">
              <Author comment={comment} nameOf={nameOf} />{' '}
              <small>
                <Time at={comment.created_at} />
              </small>
              {canWrite && canDelete(comment) && (
                <Button
                  class="quiet small"
                  aria-label={t('posts.deleteCommentOf', { name: commentAuthor(comment, nameOf) })}
                  onClick={() => setDeleting(comment)}
                >
                  {t('words.delete')}
                </Button>
              )}
            </p>
            <p class="comment-body">{comment.body}</p>
          </li>
        ))}
      </ul>
      {list.items.length > 0 && list.isLoading ? null : <ListEnd list={list} />}
      {canWrite && <AddComment contentId={contentId} onAdded={list.reload} />}
      {deleting && (
        <DeleteComment
          contentId={contentId}
          comment={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => void list.reload()}
        />
      )}
    </section>
  );
}

function Author({ comment, nameOf }: { comment: Comment; nameOf: NameOf }) {
  const { author_id, author_name, agent } = comment;
  const author = commentAuthor(comment, nameOf);
  return (
    <>
      {agent ? (
        <Bot size={16} aria-hidden="true" />
      ) : (
        <MemberAvatar id={author_id} recorded={author_name} nameOf={nameOf} />
      )}
      {/* The name of an agent stays as its owner wrote it. */}
      <strong>{agent ? author : capitalize(author)}</strong>
    </>
  );
}

function AddComment({ contentId, onAdded }: { contentId: string; onAdded: () => Promise<void> }) {
  const [text, setText] = useState('');
  const intent = useIntent();
  const add = useAction(async () => {
    const body = { body: text };
    const path = { id: contentId };
    await intent.send(body, (header) => unwrap(api.POST('/content/{id}/comments', { params: { path, header }, body })));
    setText('');
    void onAdded();
  });
  return (
    <ActionForm action={add}>
      <TextAreaField
        label={t('posts.addComment')}
        error={fieldError(add.error, '/body')}
        rows={3}
        required
        value={text}
        onValue={setText}
      />
      <ErrorMessage error={add.error} onRetry={add.run} />
      <div class="actions">
        <ActionButton type="submit" isRunning={add.isRunning}>
          {t('words.comment')}
        </ActionButton>
        {add.isRunning && <Progress label={t('posts.sending')} />}
      </div>
    </ActionForm>
  );
}

interface DeleteCommentProps {
  contentId: string;
  comment: Comment;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteComment({ contentId, comment, onClose, onDeleted }: DeleteCommentProps) {
  const remove = async () => {
    const path = { id: contentId, comment_id: comment.id };
    await unwrap(api.DELETE('/content/{id}/comments/{comment_id}', { params: { path } }));
    onDeleted();
  };
  return (
    <Confirm title={t('posts.deleteComment')} confirm={t('words.delete')} run={remove} onClose={onClose}>
      <blockquote class="note">{comment.body}</blockquote>
    </Confirm>
  );
}
