import { t } from '../language/texts.ts';
import { platformName } from '../platforms.ts';
import { statusText } from '../words.ts';
import { PlatformIcon } from './platform-icon.tsx';

// Colors by meaning. The word says the same, so no meaning depends on the color alone.
const KINDS: Record<string, 'good' | 'bad' | 'warn' | 'busy'> = {
  published: 'good',
  approved: 'good',
  active: 'good',
  connected: 'good',
  delivered: 'good',
  succeeded: 'good',
  accepted: 'good',
  completed: 'good',
  failed: 'bad',
  rejected: 'bad',
  disconnected: 'bad',
  disabled: 'bad',
  revoked: 'bad',
  expired: 'bad',
  exhausted: 'bad',
  needs_reconnect: 'bad',
  dropped: 'warn',
  unconfirmed: 'warn',
  pending_approval: 'warn',
  changes_requested: 'warn',
  partially_published: 'warn',
  paused: 'warn',
  comment_only: 'warn',
  scheduled: 'busy',
  publishing: 'busy',
  running: 'busy',
  pending: 'busy',
  sent: 'busy',
};

/** The status of an object. */
export function Status({ status }: { status: string }) {
  return <span class={`status ${statusKind(status)}`}>{statusText(status)}</span>;
}

/** Return the class that colors a status by its meaning. */
export function statusKind(status: string): string {
  return KINDS[status] ?? 'neutral';
}

/** The platform of a target or an account, marked where it is a sandbox that reaches no platform. */
export function PlatformTag({ platform, sandbox = false }: { platform: string; sandbox?: boolean }) {
  return (
    <span class="platform">
      <PlatformIcon platform={platform} /> {platformName(platform)}
      {sandbox && <span class="sandbox"> {t('words.sandbox')}</span>}
    </span>
  );
}
