import { Bot } from 'lucide-preact';
import { Fact } from '../components/facts.tsx';
import { Time } from '../components/time.tsx';
import { rich, t } from '../language/texts.ts';
import type { NameOf } from '../member-names.ts';
import type { Content } from './content.ts';

interface ApprovalFactsProps {
  content: Pick<Content, 'approval' | 'agents' | 'metadata'>;
  nameOf: NameOf;
}

/** The agents that wrote something of a post, with who is responsible for each, who submitted it and who decided about it, when, and with which note. */
export function ApprovalFacts({ content: { approval, agents, metadata }, nameOf }: ApprovalFactsProps) {
  const queue = metadata?.proposed_queue;
  return (
    <>
      {agents.map(({ id, name, user_id }) => (
        <p key={id} class="agent-mark">
          <Bot size={16} aria-hidden="true" /> {t('content.byAgent', { agent: name, name: nameOf(user_id) })}
        </p>
      ))}
      {agents.length > 0 && queue !== undefined && <p>{t('content.proposedQueue', { name: queue })}</p>}
      {approval && <Decision approval={approval} nameOf={nameOf} />}
    </>
  );
}

function Decision({ approval, nameOf }: { approval: NonNullable<Content['approval']>; nameOf: NameOf }) {
  const { requested_by, requested_at, agent, decided_by, decided_by_name, decided_at, status, note } = approval;
  const person = nameOf(requested_by);
  const submitter = agent ? t('content.agentFor', { agent: agent.name, name: person }) : person;
  return (
    <>
      <dl class="facts">
        <Fact name={t('content.submitted')}>{byAt(submitter, requested_at)}</Fact>
        {decided_at && (
          <Fact name={t('content.decided', { status })}>{byAt(nameOf(decided_by, decided_by_name), decided_at)}</Fact>
        )}
      </dl>
      {note && agent && !decided_at && <p class="hint">{t('content.agentStates')}</p>}
      {note && <blockquote class="note">{note}</blockquote>}
    </>
  );
}

function byAt(name: string, at: string) {
  return rich('content.byAt', { name, time: () => <Time at={at} /> });
}
