import { Bot } from 'lucide-preact';
import { Fact } from '../components/facts.tsx';
import { Time } from '../components/time.tsx';
import { rich, t } from '../language/texts.ts';
import type { NameOf } from '../member-names.ts';
import type { Content } from './content.ts';

interface ApprovalFactsProps {
  content: Pick<Content, 'approval' | 'agents'>;
  nameOf: NameOf;
}

/** Whether an agent wrote something of a post, who submitted it and who decided about it, when, and with which note. */
export function ApprovalFacts({ content: { approval, agents }, nameOf }: ApprovalFactsProps) {
  return (
    <>
      {agents.length > 0 && <AgentMark />}
      {approval && <Decision approval={approval} nameOf={nameOf} />}
    </>
  );
}

function Decision({ approval, nameOf }: { approval: NonNullable<Content['approval']>; nameOf: NameOf }) {
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

/** Say that an agent wrote something of the post, so that a person reads it before they decide. */
function AgentMark() {
  return (
    <p class="agent-mark">
      <Bot size={16} aria-hidden="true" /> {t('content.byAgent')}
    </p>
  );
}

function byAt(name: string, at: string) {
  return rich('content.byAt', { name, time: () => <Time at={at} /> });
}
