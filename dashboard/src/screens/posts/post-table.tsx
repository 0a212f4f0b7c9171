import { Pencil, Trash2 } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Halted } from '../../components/halted.tsx';
import { PlatformIcons } from '../../components/platform-icon.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { LabelChips } from '../../content/label-chips.tsx';
import { Thumbnail } from '../../content/thumbnail.tsx';
import { t } from '../../language/texts.ts';
import { statusText } from '../../words.ts';

/** A post as the API lists it. */
export type Summary = Schemas['ContentList']['data'][number];

interface PostTableProps {
  posts: Summary[];
  /** Null for members who may not delete. */
  onDelete: ((post: Summary) => void) | null;
}

/** A page of posts: their thumbnail and title, status, platforms and time, with shortcuts for drafts. */
export function PostTable({ posts, onDelete }: PostTableProps) {
  const columns = [
    t('words.title'),
    t('words.status'),
    t('words.platforms'),
    t('words.instant'),
    onDelete !== null && t('words.actions'),
  ];
  return (
    <section aria-label={t('words.posts')}>
      <Table class="posts" caption={t('posts.newestFirst')} columns={columns}>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} onDelete={onDelete} />
        ))}
      </Table>
    </section>
  );
}

function PostRow({ post, onDelete }: { post: Summary } & Pick<PostTableProps, 'onDelete'>) {
  const { id, title, status, approval_status: approval } = post;
  const hasApproval = status === 'scheduled' && approval !== null && approval !== 'not_submitted';
  return (
    <tr>
      <td class="title">
        <span class="post-title">
          <Thumbnail file={post.thumbnail} size={40} />
          <a href={`#/posts/${id}`}>{title}</a>
        </span>
        <LabelChips labels={post.labels} campaign={post.campaign} />
      </td>
      <td>
        <Status status={status} />
        {post.halt && <Halted reason={post.halt.reason} />}
        {hasApproval && <span class="sub">{statusText(approval)}</span>}
      </td>
      <td>
        <PlatformIcons platforms={post.platforms} size={20} />
      </td>
      <td class="when">{post.scheduled_at ? <Time at={post.scheduled_at} /> : t('posts.noTime')}</td>
      {onDelete && (
        <td>
          {/* Shortcuts for drafts. The page of a post has the actions that its state permits. */}
          {status === 'draft' && (
            <div class="actions">
              <a class="button small" href={`#/compose/${id}`} aria-label={t('posts.editPost', { title })}>
                <Pencil size={16} />
              </a>
              <Button class="small" aria-label={t('posts.deletePost', { title })} onClick={() => onDelete(post)}>
                <Trash2 size={16} />
              </Button>
            </div>
          )}
        </td>
      )}
    </tr>
  );
}
