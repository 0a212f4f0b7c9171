import { describe, expect, it } from 'vitest';
import { isShown } from '../../dashboard/src/screens/media/media-filter.ts';

const photo = { content_type: 'image/jpeg', status: 'ready' } as const;
const film = { content_type: 'video/mp4', status: 'ready' } as const;
const waiting = { content_type: null, status: 'processing' } as const;

describe('the filter of the media library', () => {
  it('shows every file without a choice', () => {
    expect([photo, film, waiting].map((file) => isShown(file, { kind: '', status: '' }))).toEqual([true, true, true]);
  });

  it('shows a file by its kind, which is unknown until the file is ready', () => {
    expect([photo, film, waiting].map((file) => isShown(file, { kind: 'video', status: '' }))).toEqual([
      ...[false, true, false],
    ]);
  });

  it('shows a file by its status', () => {
    expect([photo, waiting].map((file) => isShown(file, { kind: '', status: 'processing' }))).toEqual([false, true]);
  });
});
