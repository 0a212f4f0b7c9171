import { Bot } from 'lucide-preact';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { BudgetMeters } from '../../keys/budget-meters.tsx';
import type { AgentKey } from '../../keys/kinds.ts';
import { PauseButton } from '../../keys/pause-button.tsx';
import { RevokeButton } from '../../keys/revoke-button.tsx';
import { rich, t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission } from '../../session-context.tsx';

interface AgentsProps {
  agents: AgentKey[];
  onChanged: () => void;
  onRevoke: (key: AgentKey) => void;
}

/** The agents: who is responsible for each, what it has used today of its budgets, and the button that pauses it. */
export function Agents({ agents, onChanged, onRevoke }: AgentsProps) {
  return (
    <ul class="agents" aria-label={t('keys.agents')}>
      {agents.map((key) => (
        <AgentCard key={key.id} agentKey={key} onChanged={onChanged} onRevoke={onRevoke} />
      ))}
    </ul>
  );
}

function AgentCard({ agentKey: key, onChanged, onRevoke }: Omit<AgentsProps, 'agents'> & { agentKey: AgentKey }) {
  const canWrite = usePermission('keys:write');
  const nameOf = useMemberNames();
  const isPaused = key.agent.paused_at !== null;
  return (
    <li class="card">
      <h3>
        <Bot size={18} aria-hidden="true" /> {key.name}{' '}
        {key.status === 'expired' ? <Status status="expired" /> : isPaused && <Status status="paused" />}
      </h3>
      <p class="muted">
        {t('keys.responsible', { name: nameOf(key.user_id) })}{' '}
        {key.last_used_at ? rich('keys.usedAt', { time: () => <Time at={key.last_used_at!} /> }) : t('keys.neverUsed')}{' '}
        {key.expires_at && rich('words.expiresAt', { time: () => <Time at={key.expires_at!} /> })}
      </p>
      {key.permissions.includes('webhooks:write') && <p class="muted">{t('keys.maySubscribe')}</p>}
      <BudgetMeters agent={key.agent} />
      {canWrite && (
        <div class="actions">
          {key.status === 'active' && <PauseButton apiKey={key} name={key.name} onChanged={onChanged} />}
          <RevokeButton name={key.name} onRevoke={() => onRevoke(key)} />
        </div>
      )}
    </li>
  );
}
