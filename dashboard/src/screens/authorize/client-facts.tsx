import { Globe } from 'lucide-preact';
import type { Authorization } from '../../api/authorizations.ts';
import { Fact } from '../../components/facts.tsx';
import { Notice } from '../../components/feedback.tsx';
import { t } from '../../language/texts.ts';
import { useSession } from '../../session-context.tsx';

/** What identifies an application, where its access goes, and as whom it acts. Its name is only what it says of itself. */
export function ClientFacts({ client }: { client: Authorization['client'] }) {
  const { user } = useSession();
  const { host, redirect_host: redirectHost, is_loopback: isLoopback } = client;
  return (
    <>
      {host !== null && (
        <>
          <p class="client-host">
            <Globe size={24} aria-hidden="true" />
            <strong>{host}</strong>
          </p>
          <p class="muted">{t('authorize.hostHint')}</p>
        </>
      )}
      {isLoopback ? (
        <Notice kind="warning">
          <p>{t('authorize.loopback')}</p>
        </Notice>
      ) : (
        redirectHost !== host && (
          <Notice kind="warning">
            <p>{t('authorize.otherHost', { host, redirectHost })}</p>
          </Notice>
        )
      )}
      <dl class="facts">
        <Fact name={t('authorize.redirect')}>
          {isLoopback ? t('authorize.thisComputer', { host: redirectHost }) : redirectHost}
        </Fact>
        <Fact name={t('device.member')}>{t('device.memberText', { name: user.name, email: user.email })}</Fact>
      </dl>
    </>
  );
}
