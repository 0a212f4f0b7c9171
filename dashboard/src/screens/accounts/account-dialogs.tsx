import type { Schemas } from '../../api/client.ts';
import { t } from '../../language/texts.ts';
import { type Platform, platformName } from '../../platforms.ts';
import type { AccountDialog } from './account-card.tsx';
import { ConnectAccount } from './connect-account.tsx';
import { Disconnect } from './disconnect.tsx';
import { Metrics } from './metrics.tsx';
import { Rename } from './rename.tsx';
import { CreateSandbox, ReconnectSandbox } from './sandbox.tsx';

export type OpenDialog =
  | { dialog: 'connect'; platform: Platform }
  | { dialog: 'sandbox' }
  | { dialog: AccountDialog; account: Schemas['Account'] };

interface AccountDialogsProps {
  open: OpenDialog;
  onClose: () => void;
  onDone: (message: string) => void;
}

/** The dialog that is open on the screen of accounts. */
export function AccountDialogs({ open, onClose, onDone }: AccountDialogsProps) {
  const finish = (message: string) => {
    onClose();
    onDone(message);
  };
  switch (open.dialog) {
    case 'connect':
      return (
        <ConnectAccount
          platform={open.platform}
          onClose={onClose}
          onConnected={(account) =>
            finish(t('accounts.isConnected', { name: account.name, platform: platformName(account.platform) }))
          }
        />
      );
    case 'sandbox':
      return (
        <CreateSandbox
          onClose={onClose}
          onCreated={(account) => finish(t('accounts.sandboxReady', { name: account.name }))}
        />
      );
    case 'reconnect':
      return open.account.sandbox ? (
        <ReconnectSandbox
          account={open.account}
          onClose={onClose}
          onConnected={() => finish(t('accounts.isReconnected', { name: open.account.name }))}
        />
      ) : (
        <ConnectAccount
          platform={open.account.platform}
          account={open.account}
          onClose={onClose}
          onConnected={() => finish(t('accounts.isReconnected', { name: open.account.name }))}
        />
      );
    case 'rename':
      return (
        <Rename
          account={open.account}
          onClose={onClose}
          onRenamed={(name) => finish(t('accounts.renamedTo', { name }))}
        />
      );
    case 'metrics':
      return (
        <Metrics
          account={open.account}
          onClose={onClose}
          onSaved={() => finish(t('accounts.metricsSaved', { name: open.account.name }))}
        />
      );
    case 'disconnect':
      return <Disconnect account={open.account} onClose={onClose} onDisconnected={finish} />;
  }
}
