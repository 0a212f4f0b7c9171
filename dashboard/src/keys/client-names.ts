import { t } from '../language/texts.ts';
import type { Grant } from './kinds.ts';

/** The client id of the command line, which signs in by a code. */
const COMMAND_LINE = 'cis';
const MAX_NAME = 60;

/** What a grant is for, which decides its icon and its text. */
export type GrantKind = 'agent' | 'integration' | 'command_line';

/** Return what has received a grant. */
export function kindOf({ oauth_client, agent }: Pick<Grant, 'oauth_client' | 'agent'>): GrantKind {
  if (oauth_client.id === COMMAND_LINE) return 'command_line';
  return agent === null ? 'integration' : 'agent';
}

/**
 * Return a name that an application has chosen, as it can be shown: on one line, at most 60 characters, without control,
 * bidirectional and other invisible characters. A name of nothing else is the host.
 */
export function shownName(name: string, host: string): string {
  const visible = [...name.replace(/\s/g, ' ').replace(/\p{C}/gu, '').replace(/ +/g, ' ').trim()];
  if (visible.length === 0) return host;
  return visible.length <= MAX_NAME
    ? visible.join('')
    : `${visible
        .slice(0, MAX_NAME - 1)
        .join('')
        .trimEnd()}…`;
}

/** Return the name of a grant: that of the application, or the device of a command line. */
export function grantName({ name, oauth_client }: Pick<Grant, 'name' | 'oauth_client'>): string {
  if (oauth_client.id !== COMMAND_LINE) return shownName(oauth_client.name, oauth_client.host ?? oauth_client.id);
  const device = shownName(name.replace(/^cis( on )?/, ''), '');
  return device === '' ? t('applications.kind_command_line') : t('applications.commandLineOn', { device });
}
