import type { ContentRule } from './platform-definition.ts';

type Rules = readonly ContentRule[];
type AcceptRule = Extract<ContentRule, { accepts: unknown }>;
type Accepted<Name, Rule> = Rule extends { rule: infer Names; accepts: infer Values }
  ? Name extends Names
    ? Values
    : never
  : never;

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

/** Return the values that a rule accepts; null where the platform has no such rule. */
export function acceptedBy<Name extends AcceptRule['rule']>(
  rules: Rules,
  name: Name,
): Accepted<Name, AcceptRule> | null {
  const rule = rules.find((each) => each.rule === name) as AcceptRule | undefined;
  return (rule?.accepts ?? null) as Accepted<Name, AcceptRule> | null;
}

/** List the media types, such as `image/jpeg`, that a rule accepts by their file extensions. */
export function acceptedTypes(rules: Rules, name: 'media_unsupported' | 'video_type_unsupported'): string[] {
  return acceptedBy(rules, name)?.flatMap((extension) => MEDIA_TYPES[extension] ?? []) ?? [];
}
