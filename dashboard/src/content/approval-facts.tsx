import { Fact } from '../components/facts.tsx';
import { Time } from '../components/time.tsx';
import type { NameOf } from '../member-names.ts';
import type { Content } from './content.ts';

// Whether and what was decided, by the status of the approval.
const DECISIONS: Record<NonNullable<Content['approval']>['status'], string> = {
  approved: 'Approved',
  changes_requested: 'Changes requested',
  not_submitted: 'Ended',
  pending_approval: '',
};

/** Who submitted a post and who decided about it, when, and with which note. */
export function ApprovalFacts({ content, nameOf }: { content: Pick<Content, 'approval'>; nameOf: NameOf }) {
  const { approval } = content;
  if (!approval) return null;
  const { requested_by, requested_at, decided_by, decided_by_name, decided_at, status, note } = approval;
  return (
    <>
      <dl class="facts">
        <Fact name="Submitted">
          by {nameOf(requested_by)}, <Time at={requested_at} />
        </Fact>
        {decided_at && (
          <Fact name={DECISIONS[status]}>
            by {nameOf(decided_by, decided_by_name)}, <Time at={decided_at} />
          </Fact>
        )}
      </dl>
      {note && <blockquote class="note">{note}</blockquote>}
    </>
  );
}
