import { Bot } from 'lucide-preact';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction } from '../../api/hooks.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { ErrorMessage } from '../../components/feedback.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission } from '../../session-context.tsx';
import { type AgentKey, budgetsOf } from './agent-budgets.ts';
import { RevokeButton } from './revoke-button.tsx';

interface AgentsProps {
  agents: AgentKey[];
  onChanged: () => void;
  onRevoke: (key: Schemas['Key']) => void;
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
  const change = useAction(async () => {
    const body = { paused: !isPaused };
    await unwrap(api.PUT('/keys/{id}', { params: { path: { id: key.id } }, body }));
    onChanged();
  });
  return (
    <li class="card">
      <h3>
        <Bot size={18} aria-hidden="true" /> {key.name}{' '}
        {key.status === 'expired' ? <Status status="expired" /> : isPaused && <Status status="paused" />}
      </h3>
      <p class="muted">
        {t('keys.responsible', { name: nameOf(key.user_id) })}{' '}
        {key.last_used_at ? rich('keys.usedAt', { time: () => <Time at={key.last_used_at!} /> }) : t('keys.neverUsed')}{' '}
        {key.expires_at && rich('keys.expires', { time: () => <Time at={key.expires_at!} /> })}
      </p>
      {key.permissions.includes('webhooks:write') && <p class="muted">{t('keys.maySubscribe')}</p>}
      <ul class="budgets" aria-label={t('keys.usedToday')}>
        {budgetsOf(key.agent).map(({ name, text, used, limit }) => (
          <li key={name}>
            <span>{t(`keys.budget_${name}`)}</span>
            <meter aria-label={t(`keys.budget_${name}`)} max={Math.max(1, limit)} value={used} />
            <span class="muted">{text}</span>
          </li>
        ))}
      </ul>
      {canWrite && (
        <div class="actions">
          {key.status === 'active' && (
            <ActionButton
              isRunning={change.isRunning}
              aria-label={t(isPaused ? 'keys.resumeOf' : 'keys.pauseOf', { name: key.name })}
              onClick={() => void change.run()}
            >
              {t(isPaused ? 'keys.resume' : 'keys.pause')}
            </ActionButton>
          )}
          <RevokeButton apiKey={key} onRevoke={onRevoke} />
        </div>
      )}
      <ErrorMessage error={change.error} />
    </li>
  );
}
