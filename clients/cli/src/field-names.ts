import type { Operation } from './operation.ts';

/** Return how a person has given the field of a JSON pointer, or of a query parameter. */
export type FieldNames = (pointer: string) => string;

/** The arguments of `cis post`, by the fields of its request. */
const OF_POST: Readonly<Record<string, string>> = {
  title: '<text>',
  description: '<text>',
  platforms: '--to',
  accounts: '--account',
  scheduled_at: '--at',
  media: '--image',
  alt: '--alt',
  thread: '--thread',
  first_comment: '--first-comment',
};
/** The columns of a plan. */
const OF_PLAN: Readonly<Record<string, string>> = {
  title: 'text',
  description: 'text',
  platforms: 'platforms',
  accounts: 'accounts',
  scheduled_at: 'at',
  media: 'image',
  alt: 'alt',
  thread: 'thread',
  first_comment: 'first_comment',
};
/** Fields that a person gives once for each element. */
const NUMBERED = ['media', 'thread'];

/** Name the arguments of `cis post`: the second text of a thread is `--thread (number 2)`. */
export const postFields: FieldNames = (pointer) => nameIn(OF_POST, pointer, (number) => ` (number ${number})`);

/** Name the columns of a plan: the second text of a thread is in `thread_2`. */
export const planFields: FieldNames = (pointer) =>
  nameIn(OF_PLAN, pointer, (number) => (number > 1 ? `_${number}` : ''));

/** Name the flags of an operation. */
export function flagFields({ flags }: Operation): FieldNames {
  return (pointer) => {
    const [name = '', ...rest] = segmentsOf(pointer);
    if (!flags.some((flag) => flag.name === name && !flag.isSecret)) return pointer;
    const place = rest.filter((segment, index) => index > 0 || !/^\d+$/.test(segment));
    return `--${name.replaceAll('_', '-')}${place.length === 0 ? '' : ` (${rest.join('/')})`}`;
  };
}

function nameIn(names: Readonly<Record<string, string>>, pointer: string, suffix: (number: number) => string): string {
  const [field = '', index = '', last] = segmentsOf(pointer);
  const own = names[last === 'alt' ? 'alt' : field];
  if (own === undefined) return pointer;
  return NUMBERED.includes(field) && /^\d+$/.test(index) ? own + suffix(Number(index) + 1) : own;
}

function segmentsOf(pointer: string): string[] {
  return pointer.replace(/^\//, '').split('/');
}
