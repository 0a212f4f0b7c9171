import type { PlatformDescription, PlatformList } from '../../typescript/src/types.ts';
import { type Row, renderTable } from './table.ts';

/** Tell whether an object is the list of the platforms. */
export function isPlatformList(value: object): value is PlatformList {
  const { platforms } = value as Partial<PlatformList>;
  return Array.isArray(platforms) && platforms[0]?.capabilities !== undefined;
}

/** Write the platforms as a table: how an account is connected, the limits that people meet first, what a post can have. */
export function renderPlatforms({ platforms }: PlatformList, width: number): string {
  const rows = platforms.map(rowOf);
  return renderTable(rows, Object.keys(rows[0]!), width);
}

function rowOf({ platform, name, connection, limits, capabilities }: PlatformDescription): Row {
  const able = Object.entries(capabilities).filter(([, value]) => value === true);
  const { min_count, max_count } = limits.media;
  return {
    platform,
    name,
    connect_with: connection.methods,
    characters: limits.text.max_characters,
    files: `${min_count} to ${max_count}`,
    visibilities: capabilities.visibilities,
    capabilities: able.map(([capability]) => capability),
  };
}
