import { describe, expect, it } from 'vitest';
import {
  acceptFile,
  type MediaAsset,
  newMediaAsset,
  rejectFile,
  startInspection,
} from '../../../lib/media/rules/media-asset.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';

const AT = '2027-03-01T09:00:00.000Z';
const NOW_MS = Date.parse(AT);
const uploading = newMediaAsset(
  { upload_bytes: 9 },
  { id: 'med_1', workspace_id: 'ws_1', created_by: 'usr_1' },
  NOW_MS,
);
const processing = startInspection(uploading, 100, NOW_MS);
const file = {
  content_type: 'image/png',
  size_bytes: 9,
  width: 1,
  height: 2,
  is_animated: false,
  duration_ms: null,
  video: null,
  adaptations: [],
  unsupported: [],
};
const ready = acceptFile(processing, file, NOW_MS);
const rejected = rejectFile(processing, { code: 'corrupt', message: 'It is damaged.' }, NOW_MS);

function eventsOf(before: MediaAsset | null, after: MediaAsset | null) {
  return deriveEvents('MediaAsset', { before, after, changedAt: AT });
}

describe('media.ready and media.failed', () => {
  it('are sent once, when the inspection ends, with what it found', () => {
    expect(eventsOf(processing, ready)).toMatchObject([
      { type: 'media.ready', timestamp: AT, dedupKey: 'med_1/ready', data: { id: 'med_1', width: 1, height: 2 } },
    ]);
    expect(eventsOf(processing, rejected)).toMatchObject([
      { type: 'media.failed', timestamp: AT, dedupKey: 'med_1/failed', data: { error: { code: 'corrupt' } } },
    ]);
  });

  it.each([
    ['the request', null, uploading],
    ['the arrival of the file', uploading, processing],
    ['a later change of a file that is ready', ready, { ...ready, version: 9 }],
    ['a later change of one that was rejected', rejected, { ...rejected, version: 9 }],
    ['the deletion', ready, null],
  ])('are not sent for %s', (_, before, after) => {
    expect(eventsOf(before, after)).toEqual([]);
  });
});
