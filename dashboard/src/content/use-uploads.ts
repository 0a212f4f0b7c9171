import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../language/texts.ts';
import type { MediaFile } from './media-file.ts';
import { createUpload, type FileUpload, failureReason } from './upload-file.ts';
import { announcementOf, startable, type Upload, type UploadState } from './uploads.ts';

/** The uploads of a screen. */
export interface Uploads {
  list: Upload[];
  /** What the last change of an upload is to a screen reader. */
  announcement: string;
  /** Add files, and return the keys of their uploads. */
  add: (files: readonly File[]) => number[];
  retry: (key: number) => void;
  /** Cancel the uploads that are not among these. */
  retain: (keys: readonly number[]) => void;
}

interface Running {
  upload: FileUpload;
  abort: AbortController | null;
}

/** Upload files to the media library, a few at a time. `onReady` receives each one that can be referenced. */
export function useUploads(onReady: (key: number, file: MediaFile) => void): Uploads {
  const [list, setList] = useState<Upload[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const running = useRef(new Map<number, Running>());
  const nextKey = useRef(0);

  const enter = (upload: Upload, state: UploadState) => {
    setList((last) => last.map((each) => (each.key === upload.key ? { ...each, state } : each)));
    if (state.phase !== 'sending' || state.sentBytes === 0) setAnnouncement(announcementOf({ ...upload, state }));
  };
  const cancel = (key: number) => {
    const found = running.current.get(key);
    running.current.delete(key);
    found?.abort?.abort();
    found?.upload.discard();
  };
  const start = async (upload: Upload) => {
    const run = running.current.get(upload.key);
    if (!run || run.abort) return;
    const abort = new AbortController();
    run.abort = abort;
    enter(upload, { phase: 'sending', sentBytes: 0 });
    // A cancelled upload is not in the list any more.
    const report = (state: UploadState) => {
      if (!abort.signal.aborted) enter(upload, state);
    };
    try {
      const file = await run.upload.run(
        {
          onProgress: (sentBytes) => sentBytes > 0 && report({ phase: 'sending', sentBytes }),
          onSent: () => report({ phase: 'processing' }),
        },
        abort.signal,
      );
      if (abort.signal.aborted) return;
      running.current.delete(upload.key);
      setAnnouncement(t('content.uploadReady', { name: upload.name }));
      setList((last) => last.filter(({ key }) => key !== upload.key));
      onReady(upload.key, file);
    } catch (error) {
      run.abort = null;
      report({ phase: 'failed', reason: failureReason(error) });
    }
  };

  useEffect(() => {
    for (const upload of startable(list)) void start(upload);
  }, [list]);
  useEffect(() => {
    const all = running.current;
    return () => [...all.keys()].forEach(cancel);
  }, []);

  return {
    list,
    announcement,
    add: (files) => {
      const added = files.map((file): Upload => {
        const key = nextKey.current++;
        running.current.set(key, { upload: createUpload(file), abort: null });
        const isVideo = file.type.startsWith('video/');
        return { key, name: file.name, sizeBytes: file.size, isVideo, state: { phase: 'waiting' } };
      });
      setList((last) => [...last, ...added]);
      return added.map(({ key }) => key);
    },
    retry: (key) => {
      setList((last) => last.map((each) => (each.key === key ? { ...each, state: { phase: 'waiting' } } : each)));
    },
    retain: (keys) => {
      const others = list.filter(({ key }) => !keys.includes(key));
      if (others.length === 0) return;
      for (const { key } of others) cancel(key);
      setList((last) => last.filter(({ key }) => keys.includes(key)));
    },
  };
}
