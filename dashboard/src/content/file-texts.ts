import type { Schemas } from '../api/client.ts';
import { locale, t } from '../language/texts.ts';
import { type Platform, platformName } from '../platforms.ts';

type MediaFile = Schemas['Media'];

const TYPES: Record<string, string> = { quicktime: 'QuickTime', webp: 'WebP', webm: 'WebM' };

/** Return a size as people write it, for example `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t('content.bytes', { count: bytes });
  if (bytes < 999_500) return inUnit(Math.round(bytes / 1000), 'kilobyte', 0);
  return inUnit(bytes / 1e6, 'megabyte', 1);
}

function inUnit(value: number, unit: 'kilobyte' | 'megabyte', fractionDigits: number): string {
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, ...digits }).format(value);
}

/** Return a duration as minutes and seconds, for example `1:05`. */
export function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Return the name of a media type, for example `JPEG`. */
export function typeName(contentType: string): string {
  const subtype = contentType.replace(/^.*\//, '');
  return TYPES[subtype] ?? subtype.toUpperCase();
}

/** Whether a file is a video. */
export function isVideoFile({ content_type }: Pick<MediaFile, 'content_type'>): boolean {
  return content_type?.startsWith('video/') ?? false;
}

/** Say how many posts use a file. */
export function usageOf({ reference_count }: Pick<MediaFile, 'reference_count'>): string {
  return t('content.usage', { count: reference_count });
}

type Described = Pick<MediaFile, 'content_type' | 'size_bytes' | 'width' | 'height' | 'duration_ms'>;

/** Describe a file in one line: its type, dimensions, duration and size, as far as they are known. */
export function describeFile({ content_type, size_bytes, width, height, duration_ms }: Described): string {
  const facts = [
    content_type === null ? null : typeName(content_type),
    width === null || height === null ? null : `${width} × ${height}`,
    duration_ms === null ? null : formatDuration(duration_ms),
    size_bytes === null ? null : formatBytes(size_bytes),
  ];
  return facts.filter((fact) => fact !== null).join(', ');
}

/** What a platform receives for a file. */
export interface Delivery {
  kind: 'unchanged' | 'adapted' | 'unsupported';
  text: string;
}

/** Say what a platform receives for a file of the library: the file, an adapted one, or nothing. */
export function deliveryOf(
  { adaptations, unsupported }: Pick<MediaFile, 'adaptations' | 'unsupported'>,
  platform: Platform,
): Delivery {
  const rejection = unsupported.find((each) => each.platform === platform);
  if (rejection) return { kind: 'unsupported', text: rejection.message };
  const adaptation = adaptations.find((each) => each.platform === platform);
  if (!adaptation)
    return { kind: 'unchanged', text: t('content.receivesOriginal', { platform: platformName(platform) }) };
  const facts = describeFile({ ...adaptation, duration_ms: null });
  const changes = adaptation.changes.map((change) => t('content.fileChange', { change })).join(', ');
  return { kind: 'adapted', text: t('content.receivesAdapted', { platform: platformName(platform), facts, changes }) };
}
