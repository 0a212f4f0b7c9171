import { api, unwrap } from '../api/client.ts';
import { useAction } from '../api/hooks.ts';
import { ActionButton } from '../components/button.tsx';
import { ErrorMessage } from '../components/feedback.tsx';
import { t } from '../language/texts.ts';
import type { AgentTerms } from './agent-budgets.ts';
import type { Key } from './kinds.ts';

interface PauseButtonProps {
  apiKey: Key & { agent: AgentTerms };
  /** What a person knows the agent by. */
  name: string;
  onChanged: () => void;
}

/** Pause an agent, whose requests are rejected from then on, or resume it. */
export function PauseButton({ apiKey: { id, agent }, name, onChanged }: PauseButtonProps) {
  const isPaused = agent.paused_at !== null;
  const change = useAction(async () => {
    await unwrap(api.PUT('/keys/{id}', { params: { path: { id } }, body: { paused: !isPaused } }));
    onChanged();
  });
  return (
    <>
      <ActionButton
        isRunning={change.isRunning}
        aria-label={t(isPaused ? 'keys.resumeOf' : 'keys.pauseOf', { name })}
        onClick={() => void change.run()}
      >
        {t(isPaused ? 'words.resume' : 'keys.pause')}
      </ActionButton>
      <ErrorMessage error={change.error} />
    </>
  );
}
