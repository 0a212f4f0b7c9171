import type { Target } from '../../content/content.ts';
import { t } from '../../language/texts.ts';

type Parts = Pick<Target, 'parts'>;

/** Return what a report names of a target with parts: the first part whose outcome is unknown. Empty for a single post. */
export function reportedPart({ parts }: Parts): { part?: number } {
  const unconfirmed = parts.find(({ status }) => status === 'unconfirmed');
  return unconfirmed ? { part: unconfirmed.index } : {};
}

/** Ask about the part of a target whose outcome is unknown. */
export function resolutionTitle({ parts }: Parts, platform: string): string {
  const unconfirmed = parts.find(({ status }) => status === 'unconfirmed');
  if (!unconfirmed) return t('posts.wasItPublished', { platform });
  const { kind, index } = unconfirmed;
  return t('posts.wasPartPublished', { platform, kind, number: index + 1 });
}
