import type { Schemas } from '../../api/client.ts';
import { hasText, type TextKey, t } from '../../language/texts.ts';
import { capitalize } from '../../words.ts';

export type AuditEntry = Schemas['AuditEntry'];
type Resource = AuditEntry['resource'];

/** What a sentence says beside its author and its resource. */
export interface Sentence {
  key: TextKey;
  /** The instant that it names. */
  at?: string | undefined;
  platforms?: string[];
  role?: string;
  /** The earlier name. */
  before?: string;
}

/** Name the author of a change, at the begin of a sentence. `nameOf` returns the name of a user. */
export function actorText({ actor }: Pick<AuditEntry, 'actor'>, nameOf: (userId: string) => string): string {
  if (actor.type === 'service') return t('audit.system');
  if (actor.type === 'operator') return t('audit.operator');
  if (actor.type === 'stage_key' || actor.type === 'portal') return t('audit.product');
  if (actor.type === 'review_link') return t('audit.reviewer');
  if (actor.type === 'agent') return t('audit.agentOf', { name: nameOf(actor.user_id ?? '') });
  if (actor.user_id === null) return t('audit.aMember');
  return capitalize(nameOf(actor.user_id));
}

/**
 * Name a resource as the object of a sentence: people by their name, others with their type, and one without a known
 * name by its type. The object has the same form in every sentence of a language.
 */
export function resourceText({ type }: Pick<Resource, 'type'>, name: string | null): string {
  if (name !== null && (type === 'member' || type === 'invitation')) return name;
  const key = `audit.named_${type}`;
  return name !== null && hasText(key) ? t(key, { name }) : t(`audit.unnamed_${type}`);
}

/** Return the post that an entry is about, also that of a comment or a review link, or its own resource. */
export function subjectOf(entry: Pick<AuditEntry, 'resource' | 'changes'>): Resource {
  const contentId = changedValue(entry, 'content_id');
  return contentId === undefined ? entry.resource : { type: 'content', id: contentId };
}

/** Return the name of a resource that an entry itself has, for example the title of a created post. */
export function recordedName(entry: Pick<AuditEntry, 'changes' | 'resource'>): string | undefined {
  const { type } = entry.resource;
  const field = type === 'content' ? 'title' : type === 'endpoint' ? 'url' : type === 'invitation' ? 'email' : 'name';
  return changedValue(entry, field);
}

/** Return the screen that shows a resource, or null for one without a screen. Deleted resources have none. */
export function resourceHref({ action, resource }: Pick<AuditEntry, 'action' | 'resource'>): string | null {
  if (action === 'deleted') return null;
  const { type, id } = resource;
  if (type === 'content') return `/posts/${id}`;
  if (type === 'endpoint') return `/webhooks/${id}`;
  if (type === 'account') return '/accounts';
  if (type === 'key') return '/keys';
  if (type === 'template') return '/templates';
  if (type === 'member' || type === 'invitation') return '/team';
  return null;
}

/** Format a value of a change for reading. Objects are indented JSON. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value === '' ? t('words.empty') : value;
  if (typeof value === 'boolean') return value ? t('audit.yes') : t('audit.no');
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) {
    return value.join(', ') || t('audit.valueNone');
  }
  return JSON.stringify(value, null, 2);
}

function changedValue({ changes }: Pick<AuditEntry, 'changes'>, field: string): string | undefined {
  const change = changes?.find((each) => each.field === field);
  const value = change?.after ?? change?.before;
  return typeof value === 'string' ? value : undefined;
}
