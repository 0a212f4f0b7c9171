import { ChartColumn, Pencil, RefreshCw, Star, Unplug } from 'lucide-preact';
import type { Schemas } from '../../api/client.ts';
import { Avatar } from '../../components/avatar.tsx';
import { ActionButton, Button } from '../../components/button.tsx';
import { PlatformTag, Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { rich, t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';
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
  const { portal } = useSession();
  const health = accountHealth(account, (at) => formatTime(at, timeZone));
  const metrics = metricsText(account, (at) => formatTime(at, timeZone));
  // A portal connects accounts of platforms only.
  const canReconnect = !account.sandbox || (health.needsReconnect && !portal);
  return (
    <article class="card account-card">
      <div class="account-head">
        <Avatar name={account.name} />
        <div>
          <h2>{account.name}</h2>
          <p class="account-tags">
            <PlatformTag platform={account.platform} sandbox={account.sandbox} />
            {account.handle && account.handle !== account.name && <span class="muted">{account.handle}</span>}
            {account.is_default && <span class="badge">{t('accounts.default')}</span>}
          </p>
        </div>
        <Status status={account.status} />
      </div>
      <p class={health.needsReconnect ? 'account-problem' : ''}>{health.text}</p>
      <p class={metrics.isUsedUp ? 'account-problem' : 'muted'}>{metrics.text}</p>
      <p class="muted account-facts">
        <span>{rich('accounts.connectedSince', { created: () => <Time at={account.created_at} /> })}</span>
        {account.refreshed_at && (
          <span>{rich('accounts.refreshedAt', { refreshed: () => <Time at={account.refreshed_at!} /> })}</span>
        )}
        {account.server && <span>{t('accounts.server', { server: account.server })}</span>}
      </p>
      {canWrite && (
        <div class="actions">
          {canReconnect && (
            <Button
              class={health.needsReconnect ? 'small primary' : 'small'}
              aria-label={t('accounts.reconnectOf', { name: account.name })}
              onClick={() => onOpen('reconnect')}
            >
              <RefreshCw size={16} /> {t('accounts.reconnect')}
            </Button>
          )}
          {!account.is_default && (
            <ActionButton
              class="small"
              isRunning={isBusy}
              aria-label={t('accounts.makeDefaultOf', { name: account.name })}
              onClick={onMakeDefault}
            >
              <Star size={16} /> {t('accounts.makeDefault')}
            </ActionButton>
          )}
          <Button
            class="small"
            aria-label={t('accounts.renameOf', { name: account.name })}
            onClick={() => onOpen('rename')}
          >
            <Pencil size={16} /> {t('accounts.rename')}
          </Button>
          <Button
            class="small"
            aria-label={t('accounts.metricsOf', { name: account.name })}
            onClick={() => onOpen('metrics')}
          >
            <ChartColumn size={16} /> {t('words.metrics')}
          </Button>
          <Button
            class="small danger"
            aria-label={t('accounts.disconnectOf', { name: account.name })}
            onClick={() => onOpen('disconnect')}
          >
            <Unplug size={16} /> {t('accounts.disconnect')}
          </Button>
        </div>
      )}
    </article>
  );
}
