import { useState } from 'preact/hooks';
import { pagesOf } from '../../api/client.ts';
import { usePagedList } from '../../api/hooks.ts';
import { CONTENT_STATUSES } from '../../api/values.ts';
import { EmptyState, ListEnd } from '../../components/feedback.tsx';
import { useHashQuery } from '../../components/use-hash-query.ts';
import { useAccounts } from '../../content/content.ts';
import { FilterBar } from '../../content/filter-bar.tsx';
import { useDeletedPosts } from '../../content/held-deletions.ts';
import { filterQuery, isFiltered, type PostFilter, readFilter } from '../../content/post-filter.ts';
import { PostSearch } from '../../content/post-search.tsx';
import { useHalts } from '../../frame/halts.ts';
import { t } from '../../language/texts.ts';
import type { Platform } from '../../platforms.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { DeletePost } from './delete-post.tsx';
import { PostTable, type Summary } from './post-table.tsx';

const PAGE_SIZE = 25;

/** List every post, filtered by words, status, platform, account, label and campaign. */
export default function Posts() {
  const [query, setQuery] = useHashQuery();
  const filter = readFilter(query);
  const [deleting, setDeleting] = useState<Summary | null>(null);
  const canWrite = usePermission('content:write');
  const accounts = useAccounts(usePermission('accounts:read'));
  const deleted = useDeletedPosts();
  // The rows say which posts are halted, so they are loaded again when the banner changes.
  const { portal } = useSession();
  const halts = (useHalts().data ?? []).map(({ id }) => id);
  const filters = filterQuery(filter) as Partial<Record<keyof PostFilter, string>> & {
    status?: Summary['status'];
    platform?: Platform;
  };
  const list = usePagedList(
    `posts ${[...Object.values(filter), ...halts].join(' ')}`,
    pagesOf('/content', 'data', { limit: PAGE_SIZE, ...filters }),
  );
  const posts = list.items.filter(({ id }) => !deleted.has(id));
  const isEmpty = posts.length === 0 && !list.isLoading && !list.error && !list.hasMore;
  return (
    <>
      <div class="bar">
        <h1>{t('words.posts')}</h1>
        <div class="actions">
          {!portal && (
            <a class="button" href="#/labels">
              {t('labels.title')}
            </a>
          )}
          {canWrite && (
            <a class="button primary" href="#/compose">
              {t('words.compose')}
            </a>
          )}
        </div>
      </div>
      <PostSearch search={filter.search} onSearch={(search) => setQuery({ ...filterQuery({ ...filter, search }) })} />
      <FilterBar
        screen="posts"
        statuses={CONTENT_STATUSES}
        accounts={accounts.data ?? []}
        filter={filter}
        onFilter={(next) => setQuery({ ...filterQuery(next) })}
      />
      {isEmpty && <NoPosts isFiltered={isFiltered(filter)} canWrite={canWrite} />}
      {posts.length > 0 && <PostTable posts={posts} onDelete={canWrite ? setDeleting : null} />}
      <ListEnd list={list} />
      {deleting && <DeletePost post={deleting} onClose={() => setDeleting(null)} />}
    </>
  );
}

function NoPosts({ isFiltered, canWrite }: { isFiltered: boolean; canWrite: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState title={t('posts.noMatch')}>
        <p>{t('posts.noMatchHint')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('posts.none')}>
      <p>{t('posts.noneHint')}</p>
      {canWrite && (
        <a class="button primary" href="#/compose">
          {t('words.createPost')}
        </a>
      )}
    </EmptyState>
  );
}
