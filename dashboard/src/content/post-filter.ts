/** Which posts a screen shows. An empty value selects all. */
export interface PostFilter {
  status: string;
  platform: string;
  account_id: string;
  label: string;
  campaign: string;
  /** The beginnings of words. Only lists that the API searches have it. */
  search: string;
}

/** The filter that selects all posts. */
export const NO_FILTER: PostFilter = { status: '', platform: '', account_id: '', label: '', campaign: '', search: '' };

/** A filter with the name that a person gave it. */
export interface SavedFilter {
  name: string;
  filter: PostFilter;
}

const FIELDS = ['status', 'platform', 'account_id', 'label', 'campaign', 'search'] as const;
/** The number of saved filters among which a person recognizes one. */
const MAX_SAVED = 12;

/** Read a filter from the query of a URL. */
export function readFilter(query: URLSearchParams): PostFilter {
  return Object.fromEntries(FIELDS.map((field) => [field, query.get(field) ?? ''])) as unknown as PostFilter;
}

/** Return what a filter adds to the query of a URL, or of a request: its values that select something. */
export function filterQuery(filter: PostFilter): Partial<PostFilter> {
  return Object.fromEntries(FIELDS.filter((field) => filter[field] !== '').map((field) => [field, filter[field]]));
}

/** Whether a filter selects some posts only. */
export function isFiltered(filter: PostFilter): boolean {
  return FIELDS.some((field) => filter[field] !== '');
}

/** Whether two filters select the same posts. */
export function isSameFilter(one: PostFilter, other: PostFilter): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

/** Read the saved filters of a person. Empty for a text that this version cannot read. */
export function parseSavedFilters(text: string | null): SavedFilter[] {
  try {
    const saved: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(saved)) return [];
    // Saved filters of earlier versions have fewer fields.
    return saved.filter(isSaved).map(({ name, filter }) => ({ name, filter: { ...NO_FILTER, ...filter } }));
  } catch {
    return [];
  }
}

function isSaved(value: unknown): value is SavedFilter {
  const { name, filter } = (value ?? {}) as Partial<SavedFilter>;
  return (
    typeof name === 'string' &&
    typeof filter?.status === 'string' &&
    Object.values(filter).every((each) => typeof each === 'string')
  );
}

/** Add a saved filter, in place of one with the same name. The oldest ones end when there are too many. */
export function addSavedFilter(saved: SavedFilter[], added: SavedFilter): SavedFilter[] {
  return [...saved.filter(({ name }) => name !== added.name), added].slice(-MAX_SAVED);
}
