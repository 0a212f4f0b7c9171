import type { ContentRule } from './platform-definition.ts';

type Rules = readonly ContentRule[];

// By the usual file extension of the type.
const MEDIA_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
};

/** Return the limit of a rule; `fallback` where the platform has none. */
export function limitOf(rules: Rules, name: ContentRule['rule'], fallback = Number.POSITIVE_INFINITY): number {
  const found = rules.find(({ rule }) => rule === name);
  return found && 'limit' in found ? found.limit : fallback;
}

/** List the media types, such as `image/jpeg`, that a rule accepts by their file extensions. */
export function acceptedTypes(rules: Rules, name: ContentRule['rule']): string[] {
  const found = rules.find(({ rule }) => rule === name);
  return found && 'accepts' in found ? found.accepts.flatMap((extension) => MEDIA_TYPES[extension] ?? []) : [];
}
