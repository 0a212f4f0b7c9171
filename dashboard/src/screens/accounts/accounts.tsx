import { useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { useAction, usePagedList } from '../../api/hooks.ts';
import { ActionButton } from '../../components/action-form.tsx';
import { EmptyState, ErrorMessage, ListEnd, Notice } from '../../components/feedback.tsx';
import { PlatformTag } from '../../components/status.tsx';
import { describePlatform, PLATFORMS, platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { AccountCard } from './account-card.tsx';
import { AccountDialogs, type OpenDialog } from './account-dialogs.tsx';

/** The connected accounts and their health. */
export default function Accounts() {
  const canWrite = usePermission('accounts:write');
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const list = usePagedList('accounts', async (cursor) => {
    const { accounts, pagination } = await unwrap(api.GET('/accounts', { params: { query: { limit: 50, cursor } } }));
    return { items: accounts, nextCursor: pagination.next_cursor };
  });
  const finish = (message: string) => {
    setDone(message);
    void list.reload();
  };
  const makeDefault = useAction(async (account: Schemas['Account']) => {
    setDone(null);
    await unwrap(api.PUT('/accounts/{id}', { params: { path: { id: account.id } }, body: { is_default: true } }));
    finish(`${account.name} is now the default account for ${platformName(account.platform)}.`);
  });
  const accounts = PLATFORMS.flatMap((platform) => list.items.filter((account) => account.platform === platform));
  const broken = list.items.filter(({ status }) => status === 'needs_reconnect');
  return (
    <>
      <div class="bar">
        <h1>Accounts</h1>
        {list.items.length > 0 && (
          <ActionButton isRunning={list.isLoading} onClick={() => void list.reload()}>
            Refresh
          </ActionButton>
        )}
      </div>
      {done && <Notice kind="success">{done}</Notice>}
      <ErrorMessage error={makeDefault.error} />
      {broken.length > 0 && (
        <Notice kind="warning">
          {broken.length === 1 ? 'One account needs to be' : `${broken.length} accounts need to be`} reconnected. Posts
          to {broken.length === 1 ? 'it' : 'them'} fail until then.
        </Notice>
      )}
      {list.isEmpty && (
        <EmptyState title="No accounts yet">
          <p>
            Connect an account below, or create a sandbox account to try the dashboard without publishing to a platform.
          </p>
        </EmptyState>
      )}
      {accounts.length > 0 && (
        <section class="account-cards" aria-label="Connected accounts">
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
          <h2 id="connect">Connect an account</h2>
          <div class="grid">
            {PLATFORMS.map((platform) => (
              <div key={platform} class="card connect">
                <PlatformTag platform={platform} />
                <p class="muted">{describePlatform(platform).needs}</p>
                <button type="button" onClick={() => setOpen({ dialog: 'connect', platform })}>
                  Connect {platformName(platform)}
                </button>
              </div>
            ))}
            <div class="card connect">
              <span class="platform">Sandbox</span>
              <p class="muted">Publishes within this service. No login required.</p>
              <button type="button" onClick={() => setOpen({ dialog: 'sandbox' })}>
                Create sandbox account
              </button>
            </div>
          </div>
        </section>
      )}
      {open && <AccountDialogs open={open} onClose={() => setOpen(null)} onDone={finish} />}
    </>
  );
}
