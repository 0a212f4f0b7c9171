import { LIMIT_NAMES, type LimitName, type Limits } from '../../core/config/limits.ts';

/** The limits that a workspace has of its own, besides that of its requests. An absent one is the default of the stage. */
export type OwnLimits = Partial<Record<StoredLimit, number>>;
/** The limit of requests is a field of the workspace itself, which authentication reads. */
export type StoredLimit = Exclude<LimitName, 'requests_per_minute'>;

/** What a request sets: null for the default, and what is omitted does not change. */
export type LimitsEdit = { [Name in LimitName]?: number | null | undefined };

const STORED_LIMITS = LIMIT_NAMES.filter((name): name is StoredLimit => name !== 'requests_per_minute');

/** Change the limits of a workspace. Undefined for none. */
export function editLimits(before: OwnLimits | undefined, edit: LimitsEdit): OwnLimits | undefined {
  const entries = STORED_LIMITS.map((name) => [name, edit[name] === undefined ? before?.[name] : edit[name]] as const);
  const limits = Object.fromEntries(entries.filter(([, value]) => value != null));
  return Object.keys(limits).length > 0 ? limits : undefined;
}

/** Return the limit that is in effect: that of the workspace, or the default of the stage. Null for none. */
export function limitOf(own: OwnLimits | undefined, name: StoredLimit, defaults: Limits): number | null {
  return own?.[name] ?? defaults[name];
}

/** Return limits as the API shows them: null for the default of the stage. */
export function viewLimits(own: OwnLimits): Record<StoredLimit, number | null> {
  return Object.fromEntries(STORED_LIMITS.map((name) => [name, own[name] ?? null])) as Record<
    StoredLimit,
    number | null
  >;
}
