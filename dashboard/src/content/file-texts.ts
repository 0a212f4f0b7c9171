import type { Schemas } from '../api/client.ts';
import { type Platform, platformName } from '../platforms.ts';

type MediaFile = Schemas['Media'];
type FileChange = MediaFile['adaptations'][number]['changes'][number];

const TYPES: Record<string, string> = { quicktime: 'QuickTime', webp: 'WebP', webm: 'WebM' };

/** Return a size as people write it, for example `2.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Return a duration as minutes and seconds, for example `1:05`. */
function formatDuration(durationMs: number): string {
  const seconds = Math.round(durationMs / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function typeName(contentType: string): string {
  const subtype = contentType.replace(/^.*\//, '');
  return TYPES[subtype] ?? subtype.toUpperCase();
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

const CHANGES: Record<FileChange, string> = {
  converted: 'converted to another type',
  scaled_down: 'scaled down',
  padded: 'padded with white',
  compressed: 'compressed',
};

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
  if (!adaptation) return { kind: 'unchanged', text: `${platformName(platform)} receives the original file.` };
  const facts = describeFile({ ...adaptation, duration_ms: null });
  const changes = adaptation.changes.map((change) => CHANGES[change] ?? change).join(', ');
  return { kind: 'adapted', text: `${platformName(platform)} receives ${facts}: ${changes}.` };
}
