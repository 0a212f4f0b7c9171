import { asArray } from '../../kit/http/json-response.ts';
import { isInLife } from '../../kit/preparation.ts';
import type { Preparation, PreparedState } from '../../kit/publisher.ts';
import { unpackThread } from './thread-records.ts';

const RECORD_LIFE_MS = 3_600_000;

/**
 * Return whether a record that may be live is sent again as it is. An older one would be published with a past time, and
 * without the files that the server has discarded since.
 */
export function isRecent({ createdAt }: { createdAt?: unknown }): boolean {
  return isInLife(createdAt, RECORD_LIFE_MS);
}

/** Return the key of a record that may be live: another record must have the same one. Undefined without such a record. */
export function keptKey({ saved, mayBeLive }: Preparation): string | undefined {
  return mayBeLive && typeof saved?.recordKey === 'string' ? saved.recordKey : undefined;
}

/** Return the keys of the records of a thread that may be live, in order, as `keptKey` does. */
export function keptKeys({ saved, mayBeLive }: Preparation): string[] | undefined {
  if (!mayBeLive || saved === null) return undefined;
  const keys = asArray(saved.keys).map(String);
  if (keys.length > 0) return keys;
  return typeof saved.records === 'string' ? unpackThread(saved.records).map(({ recordKey }) => recordKey) : undefined;
}

/** Return a preparation that saves these keys with its progress. */
export function keeping(kept: PreparedState, preparation: Preparation): Preparation {
  return {
    get saved() {
      return preparation.saved;
    },
    mayBeLive: preparation.mayBeLive,
    save: (progress) => preparation.save({ ...progress, ...kept }),
    hasTime: preparation.hasTime,
  };
}
