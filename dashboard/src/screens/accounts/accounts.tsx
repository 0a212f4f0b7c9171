import { FlaskConical, Plus, RefreshCw } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { api, pagesOf, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, usePagedList } from '../../api/hooks.ts';
import { ActionButton, Button } from '../../components/button.tsx';
import { EmptyState, ErrorMessage, ListEnd, Notice } from '../../components/feedback.tsx';
import { PlatformTag } from '../../components/status.tsx';
import { reloadSteps } from '../../frame/first-run-steps.ts';
import { t } from '../../language/texts.ts';
import { describePlatform, localText, PLATFORMS, platformName } from '../../platforms.ts';
import { usePermission, useSession } from '../../session-context.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountDialogs, type OpenDialog } from './account-dialogs.tsx';

/** The connected accounts and their health. */
export default function Accounts() {
  const canWrite = usePermission('accounts:write');
  const { portal } = useSession();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const list = usePagedList('accounts', pagesOf('/accounts', 'accounts', { limit: 50 }));
  const finish = (message: string) => {
    setDone(message);
    void list.reload();
    void reloadSteps();
  };
  const makeDefault = useAction(async (account: Schemas['Account']) => {
    setDone(null);
    await unwrap(api.PUT('/accounts/{id}', { params: { path: { id: account.id } }, body: { is_default: true } }));
    finish(t('accounts.nowDefault', { name: account.name, platform: platformName(account.platform) }));
  });
  const accounts = PLATFORMS.flatMap((platform) => list.items.filter((account) => account.platform === platform));
  const broken = list.items.filter(({ status }) => status === 'needs_reconnect');
  return (
    <>
      <div class="bar">
        <h1>{t('words.accounts')}</h1>
        {list.items.length > 0 && (
          <ActionButton isRunning={list.isLoading} onClick={() => void list.reload()}>
            <RefreshCw size={16} /> {t('words.refresh')}
          </ActionButton>
        )}
      </div>
      {done && <Notice kind="success">{done}</Notice>}
      <ErrorMessage error={makeDefault.error} />
      {broken.length > 0 && <Notice kind="warning">{t('accounts.broken', { count: broken.length })}</Notice>}
      {list.isEmpty && (
        <EmptyState title={t('accounts.none')}>
          <p>{t('accounts.noneText')}</p>
        </EmptyState>
      )}
      {accounts.length > 0 && (
        <section class="account-cards" aria-label={t('accounts.connectedAccounts')}>
          {accounts.map((account) => (
            <AccountCard
              key={account.id}
              account={account}
              canWrite={canWrite}
              isBusy={makeDefault.isRunning}
              onOpen={(dialog) => setOpen({ dialog, account })}
              onMakeDefault={() => void makeDefault.run(account)}
            />
          ))}
        </section>
      )}
      <ListEnd list={list} />
      {canWrite && (
        <section class="section" aria-labelledby="connect">
          <h2 id="connect">{t('accounts.connectTitle')}</h2>
          <div class="grid">
            {PLATFORMS.map((platform) => (
              <div key={platform} class="card connect">
                <PlatformTag platform={platform} />
                <p class="muted">{localText(describePlatform(platform).needs)}</p>
                <Button onClick={() => setOpen({ dialog: 'connect', platform })}>
                  <Plus size={16} /> {t('accounts.connectTo', { platform: platformName(platform) })}
                </Button>
              </div>
            ))}
            {!portal && (
              <div class="card connect">
                <span class="platform">
                  <FlaskConical size={16} /> {t('accounts.sandbox')}
                </span>
                <p class="muted">{t('accounts.sandboxText')}</p>
                <Button onClick={() => setOpen({ dialog: 'sandbox' })}>
                  <Plus size={16} /> {t('accounts.createSandbox')}
                </Button>
              </div>
            )}
          </div>
        </section>
      )}
      {open && <AccountDialogs open={open} onClose={() => setOpen(null)} onDone={finish} />}
    </>
  );
}
