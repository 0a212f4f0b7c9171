import type { Schemas } from '../../api/client.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { PlatformTag, Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { useTimeZone } from '../../time-zone.tsx';
import { formatTime } from '../../times.ts';
import { accountHealth } from './health.ts';
import { metricsText } from './metrics-text.ts';

export type AccountDialog = 'reconnect' | 'rename' | 'metrics' | 'disconnect';

interface AccountCardProps {
  account: Schemas['Account'];
  canWrite: boolean;
  isBusy: boolean;
  onOpen: (dialog: AccountDialog) => void;
  onMakeDefault: () => void;
}

/** One account: its name, its health, and what can be done with it. */
export function AccountCard({ account, canWrite, isBusy, onOpen, onMakeDefault }: AccountCardProps) {
  const { timeZone } = useTimeZone();
  const health = accountHealth(account, (at) => formatTime(at, timeZone));
  const metrics = metricsText(account, (at) => formatTime(at, timeZone));
  const knownAs = account.handle ?? account.external_id;
  return (
    <article class="card account-card">
      <div class="account-head">
        <span class="avatar" aria-hidden="true">
          {account.name.slice(0, 1).toUpperCase()}
        </span>
        <h2>{account.name}</h2>
        <Status status={account.status} />
      </div>
      <p class="account-tags">
        <PlatformTag platform={account.platform} sandbox={account.sandbox} />
        {account.is_default && <span class="badge">Default</span>}
        {!account.sandbox && knownAs !== account.name && <span class="muted">{knownAs}</span>}
      </p>
      <p class={health.needsReconnect ? 'account-problem' : ''}>{health.text}</p>
      <p class={metrics.isUsedUp ? 'account-problem' : 'muted'}>{metrics.text}</p>
      <p class="muted">
        Connected <Time at={account.created_at} />
        {account.refreshed_at && (
          <>
            , token refreshed <Time at={account.refreshed_at} />
          </>
        )}
        {account.server && <>, server {account.server}</>}
      </p>
      {canWrite && (
        <div class="actions">
          {(health.needsReconnect || !account.sandbox) && (
            <button
              type="button"
              class={health.needsReconnect ? 'small primary' : 'small'}
              aria-label={`Reconnect ${account.name}`}
              onClick={() => onOpen('reconnect')}
            >
              Reconnect
            </button>
          )}
          {!account.is_default && (
            <ActionButton
              class="small"
              isRunning={isBusy}
              aria-label={`Make default: ${account.name}`}
              onClick={onMakeDefault}
            >
              Make default
            </ActionButton>
          )}
          <button type="button" class="small" aria-label={`Rename ${account.name}`} onClick={() => onOpen('rename')}>
            Rename
          </button>
          <button
            type="button"
            class="small"
            aria-label={`Metrics of ${account.name}`}
            onClick={() => onOpen('metrics')}
          >
            Metrics
          </button>
          <button
            type="button"
            class="small danger"
            aria-label={`Disconnect ${account.name}`}
            onClick={() => onOpen('disconnect')}
          >
            Disconnect
          </button>
        </div>
      )}
    </article>
  );
}
