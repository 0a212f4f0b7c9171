import { Blocks, Bot, type LucideIcon, SquareTerminal } from 'lucide-preact';
import { Fact } from '../../components/facts.tsx';
import { PermissionList } from '../../components/permission-list.tsx';
import { Status } from '../../components/status.tsx';
import { Time } from '../../components/time.tsx';
import { accountName, useAccounts } from '../../content/content.ts';
import { BudgetMeters } from '../../keys/budget-meters.tsx';
import { type GrantKind, grantName, kindOf } from '../../keys/client-names.ts';
import type { Grant } from '../../keys/kinds.ts';
import { PauseButton } from '../../keys/pause-button.tsx';
import { RevokeButton } from '../../keys/revoke-button.tsx';
import { listOf, t } from '../../language/texts.ts';
import { useMemberNames } from '../../member-names.ts';
import { usePermission, useSession } from '../../session-context.tsx';

const ICONS: Record<GrantKind, LucideIcon> = { agent: Bot, integration: Blocks, command_line: SquareTerminal };

interface GrantCardProps {
  grant: Grant;
  onChanged: () => void;
  onRevoke: () => void;
}

/** One application with access: what it is, what it may do, when it was used, and the end of its access. */
export function GrantCard({ grant, onChanged, onRevoke }: GrantCardProps) {
  const canWrite = usePermission('keys:write');
  const { user } = useSession();
  const kind = kindOf(grant);
  const name = grantName(grant);
  const Icon = ICONS[kind];
  const { agent, status } = grant;
  return (
    <li class="card">
      <h2>
        <Icon size={20} aria-hidden="true" /> {name}{' '}
        {status === 'expired' ? <Status status="expired" /> : agent?.paused_at && <Status status="paused" />}
      </h2>
      <p class="grant-tags">
        {grant.oauth_client.host && <strong>{grant.oauth_client.host}</strong>}
        <span class="badge">{t(`applications.kind_${kind}`)}</span>
      </p>
      <GrantFacts grant={grant} />
      {agent && <BudgetMeters agent={agent} />}
      {(canWrite || grant.user_id === user.id) && (
        <div class="actions">
          {canWrite && agent && status === 'active' && (
            <PauseButton apiKey={{ ...grant, agent }} name={name} onChanged={onChanged} />
          )}
          <RevokeButton name={name} onRevoke={onRevoke} />
        </div>
      )}
    </li>
  );
}

function GrantFacts({ grant }: { grant: Grant }) {
  const nameOf = useMemberNames();
  const accounts = useAccountNames(grant.agent?.accounts ?? null);
  return (
    <dl class="facts">
      <Fact name={t('applications.grantedBy')}>{nameOf(grant.user_id)}</Fact>
      <Fact name={t('applications.granted')}>
        <Time at={grant.created_at} />
      </Fact>
      <Fact name={t('words.lastUsed')}>
        {grant.last_used_at ? <Time at={grant.last_used_at} /> : <span class="muted">{t('keys.never')}</span>}
      </Fact>
      {grant.expires_at && (
        <Fact name={t('words.expires')}>
          <Time at={grant.expires_at} />
        </Fact>
      )}
      <Fact name={t('words.permissions')}>
        <PermissionList permissions={grant.permissions} />
      </Fact>
      {grant.agent && <Fact name={t('words.accounts')}>{accounts}</Fact>}
    </dl>
  );
}

/** Name the accounts for which an agent drafts. Members who may not see accounts see their number. */
function useAccountNames(ids: readonly string[] | null): string {
  const { data } = useAccounts(usePermission('accounts:read'));
  if (ids === null) return t('applications.allAccounts');
  const found = (data ?? []).filter(({ id }) => ids.includes(id)).map(accountName);
  return found.length === ids.length ? listOf(found) : t('applications.accountCount', { count: ids.length });
}
