import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, usePagedList, useQuery } from '../../api/hooks.ts';
import { CONTENT_STATUSES } from '../../api/values.ts';
import { Confirm } from '../../components/dialog.tsx';
import { EmptyState, ListEnd, Notice, QueryState } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { Status } from '../../components/status.tsx';
import { Table } from '../../components/table.tsx';
import { Time } from '../../components/time.tsx';
import { ifMatch, loadContent } from '../../content/content.ts';
import { PLATFORM_OPTIONS, type Platform, platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { capitalize, toWords } from '../../words.ts';

type Summary = Schemas['ContentList']['data'][number];
type ContentStatus = Summary['status'];

const STATUS_OPTIONS = [
  { value: '' as const, label: 'All' },
  ...CONTENT_STATUSES.map((value) => ({ value, label: capitalize(toWords(value)) })),
];
const PLATFORM_FILTERS = [{ value: '' as const, label: 'All' }, ...PLATFORM_OPTIONS];

/** List every post, filtered by status and platform. */
export default function Posts() {
  const [status, setStatus] = useState<ContentStatus | ''>('');
  const [platform, setPlatform] = useState<Platform | ''>('');
  const [deleting, setDeleting] = useState<Summary | null>(null);
  const [deleted, setDeleted] = useState<string | null>(null);
  const canWrite = usePermission('content:write');
  const list = usePagedList(`${status} ${platform}`, async (cursor) => {
    const filters = { ...(status ? { status } : {}), ...(platform ? { platform } : {}) };
    const query = { limit: 25, ...filters, cursor };
    const { data, pagination } = await unwrap(api.GET('/content', { params: { query } }));
    return { items: data, nextCursor: pagination.next_cursor };
  });
  const isFiltered = status !== '' || platform !== '';
  return (
    <>
      <div class="bar">
        <h1>Posts</h1>
        {canWrite && (
          <a class="button primary" href="#/compose">
            Compose
          </a>
        )}
      </div>
      <div class="filters">
        <SelectField label="Status" value={status} options={STATUS_OPTIONS} onValue={setStatus} />
        <SelectField label="Platform" value={platform} options={PLATFORM_FILTERS} onValue={setPlatform} />
      </div>
      {deleted && <Notice kind="success">“{deleted}” is deleted.</Notice>}
      {list.isEmpty && <NoPosts isFiltered={isFiltered} canWrite={canWrite} />}
      {list.items.length > 0 && <PostTable posts={list.items} onDelete={canWrite ? setDeleting : null} />}
      <ListEnd list={list} />
      {deleting && (
        <DeletePost
          post={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleted(deleting.title);
            void list.reload();
          }}
        />
      )}
    </>
  );
}

function NoPosts({ isFiltered, canWrite }: { isFiltered: boolean; canWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title="No posts match">
        <p>Choose another status or platform.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No posts yet">
      <p>Create a post, customize it for each platform, and schedule it.</p>
      {canWrite && (
        <a class="button primary" href="#/compose">
          Create a post
        </a>
      )}
    </EmptyState>
  );
}

function PostTable({ posts, onDelete }: { posts: Summary[]; onDelete: ((post: Summary) => void) | null }) {
  return (
    <section aria-label="Posts">
      <Table
        caption="Newest first"
        columns={['Title', 'Status', 'Platforms', 'Time', 'Updated', onDelete !== null && 'Actions']}
      >
        {posts.map((post) => (
          <tr key={post.id}>
            <td class="title">
              <a href={`#/posts/${post.id}`}>{post.title}</a>
            </td>
            <td>
              <Status status={post.status} />
              {post.status === 'scheduled' && post.approval_status && post.approval_status !== 'not_submitted' && (
                <span class="sub">{toWords(post.approval_status)}</span>
              )}
            </td>
            <td>{post.platforms.map(platformName).join(', ')}</td>
            <td class="when">{post.scheduled_at ? <Time at={post.scheduled_at} /> : 'No time yet'}</td>
            <td class="when">
              <Time at={post.updated_at} />
            </td>
            {onDelete && (
              <td>
                <div class="actions">
                  {/* Shortcuts for drafts. The page of a post has the actions that its state permits. */}
                  {post.status === 'draft' && (
                    <>
                      <a class="button small" href={`#/compose/${post.id}`} aria-label={`Edit ${post.title}`}>
                        Edit
                      </a>
                      <button
                        type="button"
                        class="small"
                        aria-label={`Delete ${post.title}`}
                        onClick={() => onDelete(post)}
                      >
                        Delete
                      </button>
                    </>
                  )}
                </div>
              </td>
            )}
          </tr>
        ))}
      </Table>
    </section>
  );
}

interface DeletePostProps {
  post: { id: string; title: string };
  onClose: () => void;
  onDeleted: () => void;
}

/** Ask before a post is deleted, as it is now: it may have been scheduled since it was shown. */
export function DeletePost({ post, onClose, onDeleted }: DeletePostProps) {
  const current = useQuery(`delete ${post.id}`, () => loadContent(post.id));
  const status = current.data?.content.status;
  const remove = useAction(async () => {
    const params = { path: { id: post.id }, header: ifMatch(current.data!.etag) };
    await unwrap(api.DELETE('/content/{id}', { params }));
    onDeleted();
  });
  return (
    <Confirm
      title={`Delete “${post.title}”?`}
      confirm="Delete"
      action={remove}
      isReady={current.data !== null}
      onClose={onClose}
    >
      <QueryState query={current} />
      {status && (
        <p>
          Its status is <Status status={status} />.{status === 'scheduled' && ' Its publication will be cancelled.'}
        </p>
      )}
      <p>Deletes the post, its comments and its review links. Published posts remain on their platforms.</p>
    </Confirm>
  );
}
