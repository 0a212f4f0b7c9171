import { useRef, useState } from 'preact/hooks';
import { usePagedList, useQuery } from '../../api/hooks.ts';
import { APPROVAL_STATUSES } from '../../api/values.ts';
import { Check } from '../../components/checks.tsx';
import { EmptyState, ErrorMessage, ListEnd, Notice } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { useHashQuery } from '../../components/use-hash-query.ts';
import { loadContent, useAccounts, useWorkspace } from '../../content/content.ts';
import { useDeletedPosts } from '../../content/held-deletions.ts';
import { PublishApproved } from '../../content/publish-approved.tsx';
import { t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalSettings } from './approval-settings.tsx';
import { DuplicateSettings } from './duplicate-settings.tsx';
import { type ListedStatus, loadApprovals } from './load-approvals.ts';

const STATUSES = APPROVAL_STATUSES.filter((status): status is ListedStatus => status !== 'not_submitted');

/** List what waits for a decision, and decide about it. */
export default function Approvals() {
  const [query, setQuery] = useHashQuery();
  const status = STATUSES.find((each) => each === query.get('status')) ?? 'pending_approval';
  const isMine = query.get('mine') === 'true';
  const show = (next: ListedStatus, mine: boolean) => setQuery({ status: next, ...(mine ? { mine: 'true' } : {}) });
  const [notice, setNotice] = useState<string | null>(null);
  // The post that was approved last: it leaves the list, and can be published or scheduled.
  const [approved, setApproved] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headings = useRef(new Map<string, HTMLElement>());
  const { user } = useSession();
  const workspace = useWorkspace();
  const accounts = useAccounts(usePermission('accounts:read'));
  const nameOf = useMemberNames();
  const canWrite = usePermission('content:write');
  const list = usePagedList(`approvals ${status}`, (cursor) => loadApprovals(status, cursor));
  const deleted = useDeletedPosts();
  const items = list.items.filter(({ content: { id, approval } }) => {
    return !deleted.has(id) && (!isMine || approval?.requested_by === user.id);
  });
  const isEmpty = items.length === 0 && !list.isLoading && !list.error && !list.hasMore;
  const showOutcome = (message: string) => {
    setNotice(message);
    setApproved(null);
    void list.reload();
  };
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {t('words.approvals')}
      </h1>
      <div class="filters">
        <SelectField
          label={t('approvals.show')}
          value={status}
          options={STATUSES.map((value) => ({ value, label: t(`approvals.status_${value}`) }))}
          onValue={(next) => show(next, isMine)}
        />
        <div class="field">
          <Check label={t('approvals.mine')} checked={isMine} onChecked={(mine) => show(status, mine)} />
        </div>
      </div>
      {notice && <Notice kind="success">{notice}</Notice>}
      {approved && <NextOfApproved key={approved} id={approved} onDone={showOutcome} />}
      {isEmpty && <NoApprovals status={status} canWrite={canWrite} />}
      {items.map((loaded, index) => (
        <ApprovalCard
          key={loaded.content.id}
          loaded={loaded}
          accounts={accounts.data ?? []}
          workspace={workspace.data}
          nameOf={nameOf}
          onReload={() => void list.reload()}
          headingRef={(element) => {
            if (element) headings.current.set(loaded.content.id, element);
            else headings.current.delete(loaded.content.id);
          }}
          onDecided={(message, action) => {
            setNotice(message);
            setApproved(action === 'approve' ? loaded.content.id : null);
            // The buttons of this post may end with it: the keyboard continues at the next one.
            const next = items[index + 1]?.content.id ?? '';
            void list.reload().then(() => (headings.current.get(next) ?? heading.current)?.focus());
          }}
        />
      ))}
      {list.items.length > 0 && list.isLoading && !list.hasMore ? null : <ListEnd list={list} />}
      <ErrorMessage error={workspace.error} onRetry={workspace.reload} />
      {workspace.data && <ApprovalSettings workspace={workspace.data} onSaved={() => void workspace.reload()} />}
      {workspace.data && <DuplicateSettings workspace={workspace.data} onSaved={() => void workspace.reload()} />}
    </>
  );
}

function NextOfApproved({ id, onDone }: { id: string; onDone: (message: string) => void }) {
  const item = useQuery(`approved ${id}`, () => loadContent(id));
  if (!item.data) return null;
  return (
    <div class="after-approval">
      <PublishApproved loaded={item.data} onDone={onDone} />
    </div>
  );
}

function NoApprovals({ status, canWrite }: { status: ListedStatus; canWrite: boolean }) {
  if (status === 'changes_requested') {
    return (
      <EmptyState title={t('approvals.noChanges')}>
        <p>{t('approvals.noChangesHint')}</p>
      </EmptyState>
    );
  }
  if (status === 'approved') {
    return (
      <EmptyState title={t('approvals.noApproved')}>
        <p>{t('approvals.noApprovedHint')}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t('approvals.noPending')}>
      <p>{t('approvals.noPendingHint')}</p>
      {canWrite && (
        <p class="actions center">
          <a class="button primary" href="#/compose">
            {t('words.createPost')}
          </a>
          <a class="button" href="#/posts">
            {t('approvals.submit')}
          </a>
        </p>
      )}
    </EmptyState>
  );
}
