import { useState } from 'preact/hooks';
import { usePagedList } from '../../api/hooks.ts';
import { Check } from '../../components/checks.tsx';
import { EmptyState, ErrorMessage, ListEnd, Notice } from '../../components/feedback.tsx';
import { SelectField } from '../../components/form.tsx';
import { useAccounts, useWorkspace } from '../../content/content.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { ApprovalSettings } from './approval-settings.tsx';
import { type ListedStatus, loadApprovals } from './load-approvals.ts';

const OPTIONS: { value: ListedStatus; label: string }[] = [
  { value: 'pending_approval', label: 'Pending approval' },
  { value: 'changes_requested', label: 'Changes requested' },
  { value: 'approved', label: 'Approved, not published' },
];

/** List what waits for a decision, and decide about it. */
export default function Approvals() {
  const [status, setStatus] = useState<ListedStatus>('pending_approval');
  const [isMine, setMine] = useState(false);
  const [notice, setNotice] = useState<string | null>(null);
  const { user } = useSession();
  const workspace = useWorkspace();
  const accounts = useAccounts(usePermission('accounts:read'));
  const nameOf = useMemberNames();
  const canWrite = usePermission('content:write');
  const list = usePagedList(`approvals ${status}`, (cursor) => loadApprovals(status, cursor));
  const items = list.items.filter(({ content }) => !isMine || content.approval?.requested_by === user.id);
  const isEmpty = items.length === 0 && !list.isLoading && !list.error && !list.hasMore;
  return (
    <>
      <h1>Approvals</h1>
      <div class="filters">
        <SelectField label="Show" value={status} options={OPTIONS} onValue={setStatus} />
        <div class="field">
          <Check label="Only my submissions" checked={isMine} onChecked={setMine} />
        </div>
      </div>
      {notice && <Notice kind="success">{notice}</Notice>}
      {isEmpty && <NoApprovals status={status} canWrite={canWrite} />}
      {items.map((loaded) => (
        <ApprovalCard
          key={loaded.content.id}
          loaded={loaded}
          accounts={accounts.data ?? []}
          workspace={workspace.data}
          nameOf={nameOf}
          onReload={() => void list.reload()}
          onDecided={(message) => {
            setNotice(message);
            void list.reload();
          }}
        />
      ))}
      {list.items.length > 0 && list.isLoading && !list.hasMore ? null : <ListEnd list={list} />}
      <ErrorMessage error={workspace.error} onRetry={workspace.reload} />
      {workspace.data && <ApprovalSettings workspace={workspace.data} onSaved={() => void workspace.reload()} />}
    </>
  );
}

function NoApprovals({ status, canWrite }: { status: ListedStatus; canWrite: boolean }) {
  if (status === 'changes_requested') {
    return (
      <EmptyState title="No changes requested">
        <p>Posts with requested changes appear here until they are resubmitted.</p>
      </EmptyState>
    );
  }
  if (status === 'approved') {
    return (
      <EmptyState title="No approved posts">
        <p>Approved posts appear here until they are published.</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No pending approvals">
      <p>Submitted posts appear here.</p>
      {canWrite && (
        <p class="actions center">
          <a class="button primary" href="#/compose">
            Create a post
          </a>
          <a class="button" href="#/posts">
            Submit a post
          </a>
        </p>
      )}
    </EmptyState>
  );
}
