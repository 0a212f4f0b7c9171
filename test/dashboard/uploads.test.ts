import { describe, expect, it } from 'vitest';
import {
  announcementOf,
  describeUpload,
  MAX_SENDING,
  percentSent,
  startable,
  type Upload,
  type UploadState,
  uploadObstacle,
} from '../../dashboard/src/content/uploads.ts';
import './english.ts';

const upload = (state: UploadState, key = 0): Upload => {
  return { key, name: 'sea.jpg', sizeBytes: 2_400_000, isVideo: false, state };
};
const sending = (sentBytes: number) => upload({ phase: 'sending', sentBytes });
const waiting = upload({ phase: 'waiting' });
const failed = upload({ phase: 'failed', reason: 'Too large.' });

describe('startable', () => {
  it('starts the next uploads when others are sent, in their order', () => {
    const list = [0, 1, 2, 3].map((key) => ({ ...waiting, key }));
    expect(startable(list).map(({ key }) => key)).toEqual([0, 1, 2]);
    expect(startable([sending(1), ...list]).map(({ key }) => key)).toEqual([0, 1]);
    expect(startable([...Array(MAX_SENDING).fill(sending(1)), ...list])).toEqual([]);
  });

  it('does not count uploads that are inspected or have failed', () => {
    const others = [upload({ phase: 'processing' }), failed, failed];
    expect(startable([...others, waiting])).toEqual([waiting]);
  });
});

describe('percentSent', () => {
  it('is whole, and complete only with the response', () => {
    expect(percentSent(sending(1_199_999))).toBe(49);
    expect(percentSent(sending(2_400_000))).toBe(99);
    // The bytes of the request, which a browser may count.
    expect(percentSent(sending(2_500_000))).toBe(99);
    expect(percentSent(upload({ phase: 'processing' }))).toBe(100);
    expect(percentSent({ ...sending(0), sizeBytes: 0 })).toBe(0);
  });
});

describe('the texts of an upload', () => {
  it('say how far it is', () => {
    expect([waiting, sending(1_200_000), upload({ phase: 'processing' }), failed].map(describeUpload)).toEqual([
      '2.4 MB, queued',
      '50 % of 2.4 MB uploaded',
      '2.4 MB uploaded, processing…',
      '2.4 MB, not uploaded',
    ]);
  });

  it('announce its failure with the reason', () => {
    expect(announcementOf(failed)).toBe('sea.jpg was not uploaded: Too large.');
  });
});

describe('uploadObstacle', () => {
  it('is null without uploads', () => {
    expect(uploadObstacle([])).toBeNull();
  });

  it('asks to wait, and to retry or remove what has failed', () => {
    expect(uploadObstacle([waiting, sending(1)])).toBe('2 files are not ready yet. Wait for them, then save.');
    expect(uploadObstacle([waiting, failed])).toBe('One file is not uploaded. Retry or remove it, then save.');
  });
});
