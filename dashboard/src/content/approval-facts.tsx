import { Fact } from '../components/facts.tsx';
import { Time } from '../components/time.tsx';
import { rich, t } from '../language/texts.ts';
import type { NameOf } from '../member-names.ts';
import type { Content } from './content.ts';

/** Who submitted a post and who decided about it, when, and with which note. */
export function ApprovalFacts({ content, nameOf }: { content: Pick<Content, 'approval'>; nameOf: NameOf }) {
  const { approval } = content;
  if (!approval) return null;
  const { requested_by, requested_at, decided_by, decided_by_name, decided_at, status, note } = approval;
  return (
    <>
      <dl class="facts">
        <Fact name={t('content.submitted')}>{byAt(nameOf(requested_by), requested_at)}</Fact>
        {decided_at && (
          <Fact name={t('content.decided', { status })}>{byAt(nameOf(decided_by, decided_by_name), decided_at)}</Fact>
        )}
      </dl>
      {note && <blockquote class="note">{note}</blockquote>}
    </>
  );
}

function byAt(name: string, at: string) {
  return rich('content.byAt', { name, time: () => <Time at={at} /> });
}
