import { Bot } from 'lucide-preact';
import { Fact } from '../components/facts.tsx';
import { Time } from '../components/time.tsx';
import { rich, t } from '../language/texts.ts';
import type { NameOf } from '../member-names.ts';
import type { Content } from './content.ts';

/** Who submitted a post and who decided about it, when, and with which note. */
export function ApprovalFacts({ content, nameOf }: { content: Pick<Content, 'approval' | 'agents'>; nameOf: NameOf }) {
  const { approval, agents } = content;
  if (!approval) return agents.length > 0 ? <AgentMark /> : null;
  const { requested_by, requested_at, decided_by, decided_by_name, decided_at, status, note } = approval;
  return (
    <>
      {agents.length > 0 && <AgentMark />}
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
