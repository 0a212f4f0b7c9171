import { api, type Schemas, unwrap, unwrapWithEtag } from '../../api/client.ts';
import { useQuery } from '../../api/hooks.ts';
import { Confirm } from '../../components/dialog.tsx';
import { ErrorMessage, Progress } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { platformName } from '../../platforms.ts';
import { usePermission } from '../../session-context.tsx';
import { cancelledText, scheduledText } from './health.ts';

interface DisconnectProps {
  account: Schemas['Account'];
  onDisconnected: (message: string) => void;
  onClose: () => void;
}

/** Ask before an account is disconnected, and say which scheduled posts that cancels. */
export function Disconnect({ account, onDisconnected, onClose }: DisconnectProps) {
  const path = { id: account.id };
  const platform = platformName(account.platform);
  const canReadSchedule = usePermission('schedule:read');
  const current = useQuery(`account ${account.id}`, () =>
    unwrapWithEtag(api.GET('/accounts/{id}', { params: { path } })),
  );
  const scheduled = useQuery(`scheduled on ${account.id}`, async () => {
    if (!canReadSchedule) return null;
    const query = { account_id: account.id, status: 'pending' as const, per_page: 1 };
    return (await unwrap(api.GET('/schedule', { params: { query } }))).pagination;
  });
  const remove = async () => {
    const params = { path, header: { 'If-Match': current.data?.etag ?? undefined } };
    const deleted = await unwrap(api.DELETE('/accounts/{id}', { params }));
    onDisconnected(`${t('accounts.isDisconnected', { name: account.name })} ${cancelledText(deleted)}`);
  };
  return (
    <Confirm
      title={t('accounts.disconnectTitle', { name: account.name })}
      confirm={t('accounts.disconnect')}
      run={remove}
      onClose={onClose}
      isReady={current.data !== null}
    >
      {scheduled.isLoading && <Progress label={t('accounts.counting')} />}
      {scheduled.data && (
        <p>
          <strong>{scheduledText(scheduled.data.total, scheduled.data.total_is_capped)}</strong>
        </p>
      )}
      <p>{account.sandbox ? t('accounts.disconnectSandboxText') : t('accounts.disconnectText', { platform })}</p>
      {account.is_default && <p>{t('accounts.defaultPasses', { platform })}</p>}
      <ErrorMessage error={current.error} onRetry={current.reload} />
    </Confirm>
  );
}
