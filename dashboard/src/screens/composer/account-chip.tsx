import { useId } from 'preact/hooks';
import { Avatar } from '../../components/avatar.tsx';
import { PlatformIcon } from '../../components/platform-icon.tsx';
import { type Account, accountName } from '../../content/content.ts';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import type { Choice } from './account-choice.ts';

interface AccountChipProps {
  choice: Choice;
  /** Whether the accounts are known, so that a platform without one can say so. */
  isKnown: boolean;
  isChosen: boolean;
  isLocked: boolean;
  onToggle: () => void;
}

/** An account to publish on, with the reason why it cannot publish. */
export function AccountChip({ choice, isKnown, isChosen, isLocked, onToggle }: AccountChipProps) {
  const { platform, account } = choice;
  const id = useId();
  const obstacle = account ? accountObstacle(account) : isKnown ? t('composer.noAccount') : null;
  return (
    <div class={obstacle ? 'chip obstructed' : 'chip'}>
      <input
        id={id}
        type="checkbox"
        checked={isChosen}
        disabled={isLocked}
        aria-describedby={obstacle ? `${id}-obstacle` : undefined}
        onChange={onToggle}
      />
      {account ? <Avatar name={account.name} platform={platform} /> : <PlatformIcon platform={platform} size={24} />}
      <span class="chip-name">
        <label for={id}>
          <strong>{account ? account.name : platformName(platform)}</strong>{' '}
          {account && <small>{accountLine(account)}</small>}
        </label>
        {obstacle && <small id={`${id}-obstacle`}>{obstacle}</small>}
      </span>
    </div>
  );
}

function accountLine(account: Account): string {
  const values = { platform: platformName(account.platform), name: accountName(account) };
  if (account.sandbox) return t('composer.sandboxAccount', values);
  return account.handle ? t('composer.accountOnPlatform', values) : values.platform;
}

/** Say why an account cannot publish, or soon cannot. Null if it can. */
function accountObstacle({ status, reconnect_reason }: Account): string | null {
  return status === 'connected' ? null : t('composer.needsReconnect', { reason: reconnect_reason });
}
