import type { Schemas } from '../../api/client.ts';
import { capitalize, toWords } from '../../words.ts';

export type AuditEntry = Schemas['AuditEntry'];
type ResourceType = AuditEntry['resource']['type'];

const RESOURCES: Record<ResourceType, string> = {
  workspace: 'workspace',
  workspace_settings: 'workspace settings',
  member: 'member',
  invitation: 'invitation',
  session: 'session',
  passkey: 'passkey',
  key: 'API key',
  content: 'post',
  account: 'account',
  platform_app: 'platform app',
  endpoint: 'webhook endpoint',
  delivery: 'webhook delivery',
  recovery: 'webhook recovery',
  review_comment: 'review comment',
  media: 'media file',
  review_link: 'review link',
};

const ACTIONS: Record<AuditEntry['action'], string> = { created: 'Created', updated: 'Changed', deleted: 'Deleted' };

/** Say what an entry records, for example `Changed post`. */
export function actionText({ action, resource }: Pick<AuditEntry, 'action' | 'resource'>): string {
  if (resource.type === 'session') return action === 'created' ? 'Signed in' : 'Ended session';
  return `${ACTIONS[action] ?? action} ${RESOURCES[resource.type] ?? resource.type}`;
}

/** Name the author of a change, at the begin of a sentence. `nameOf` returns the name of a user. */
export function actorText({ actor }: Pick<AuditEntry, 'actor'>, nameOf: (userId: string) => string): string {
  if (actor.type === 'service') return 'System';
  if (actor.type === 'operator') return 'Service operator';
  if (actor.type === 'review_link') return 'An external reviewer';
  if (actor.user_id === null) return 'A member';
  return capitalize(nameOf(actor.user_id));
}

/** Return the screen that shows a resource, or null for one without a screen. Deleted resources have none. */
export function resourceHref({ action, resource }: Pick<AuditEntry, 'action' | 'resource'>): string | null {
  if (action === 'deleted') return null;
  const { type, id } = resource;
  if (type === 'content') return `/posts/${id}`;
  if (type === 'endpoint') return `/webhooks/${id}`;
  if (type === 'account') return '/accounts';
  if (type === 'key') return '/keys';
  if (type === 'member' || type === 'invitation') return '/team';
  return null;
}

/** Format a value of a change for reading. Objects are indented JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value === '' ? '(empty)' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join(', ') || '(none)';
  return JSON.stringify(value, null, 2);
}

/** Name the changed fields in a few words. An entry whose changes were erased has none left. */
export function changesText({ changes }: Pick<AuditEntry, 'changes'>): string {
  if (changes === null) return 'Erased';
  if (changes.length === 0) return 'No fields';
  const fields = changes.map(({ field }) => toWords(field));
  const shown = fields.slice(0, 3).join(', ');
  return fields.length > 3 ? `${shown} and ${fields.length - 3} more` : shown;
}
