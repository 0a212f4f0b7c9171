import { useEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type Action, useAction } from '../../api/hooks.ts';
import { useIntent } from '../../api/intent.ts';
import { type LoadedContent, loadContent } from '../../content/content.ts';
import { editObstacle } from '../../content/edit-obstacle.ts';
import { uploadObstacle } from '../../content/uploads.ts';
import { type Uploads, useUploads } from '../../content/use-uploads.ts';
import { creation } from './creation.ts';
import { type Draft, draftOf, pendingUploads, type Timing, withUploaded } from './draft.ts';
import { type ContentBody, isChanged } from './draft-request.ts';
import { Conflict, saveDraft } from './save.ts';

export interface EditorInput {
  start: Draft;
  /** The item that is edited; null for a new one. */
  loaded: LoadedContent | null;
  wasSaved: boolean;
  /** Called when a new draft is saved and the member goes on editing it. Returns where. */
  onDraftSaved: (id: string) => string;
}

/** What a member types, how it is saved, and what to do when another member changed the item. */
export interface Editor {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  uploads: Uploads;
  /** Why the last save did not begin: uploads that are not finished. */
  uploadObstacle: string | null;
  /** The item as it was read or saved last; null for a new one. */
  saved: LoadedContent | null;
  /** Whether the draft has something that is not saved. */
  isChanged: boolean;
  hasSaved: boolean;
  /** Save over an item. With a note, also submit it for approval. */
  save: Action<[note: string | null, from: LoadedContent | null, timing?: Timing, allowDuplicate?: boolean]>;
  /** Repeat the last save with what is typed now. */
  repeat: (allowDuplicate?: boolean) => void;
  /** Whether a person tried to save. */
  hasTried: boolean;
  /** Set when the editor itself leaves the screen. */
  canLeave: { current: boolean };
  conflict: ConflictState;
}

interface ConflictState {
  /** The item that another member saved, or null without a conflict. */
  theirs: LoadedContent | null;
  compare: Action<[]>;
  close: () => void;
  take: () => void;
  overwrite: (note: string | null) => void;
}

/** Hold a draft with its uploads, save it, and resolve conflicts with what other members save. */
export function useEditor({ start, loaded, wasSaved, onDraftSaved }: EditorInput): Editor {
  const [draft, setDraft] = useState(start);
  const latest = useRef(draft);
  latest.current = draft;
  const [origin, setOrigin] = useState(start);
  const [saved, setSaved] = useState(loaded);
  const [hasSaved, setHasSaved] = useState(wasSaved);
  const [theirs, setTheirs] = useState<LoadedContent | null>(null);
  const [isBlocked, setBlocked] = useState(false);
  const [hasTried, setTried] = useState(false);
  const lastNote = useRef<string | null>(null);
  const [, navigate] = useLocation();
  const canLeave = useRef(false);
  const [createOnce] = useState(() => creation<ContentBody, LoadedContent>());
  const intent = useIntent();
  const uploads = useUploads((key, file) => setDraft((last) => withUploaded(last, key, file)));
  // An upload ends with the rows that wait for it.
  useEffect(() => uploads.retain(pendingUploads(draft)), [draft]);
  const leaveTo = (path: string, options?: { replace: boolean }) => {
    canLeave.current = true;
    navigate(path, options);
  };
  const saving = useAction(
    async (note: string | null, from: LoadedContent | null, timing: Timing, allowDuplicate: boolean) => {
      const { keyFor } = intent;
      const sent = { ...draft, timing };
      try {
        const id = await saveDraft({
          draft: sent,
          saved: from,
          note,
          allowDuplicate,
          createOnce,
          keyFor,
          onSaved: setSaved,
        });
        intent.end();
        setOrigin(sent);
        setHasSaved(true);
        const staysDraft = timing === 'draft' && note === null;
        if (staysDraft && loaded) return;
        // What was typed during the request is not saved yet.
        if (isChanged(latest.current, sent)) return;
        leaveTo(staysDraft ? onDraftSaved(id) : `/posts/${id}`, { replace: !loaded });
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        setTheirs(error.current);
      }
    },
  );
  const obstacle = uploadObstacle(uploads.list);
  const save: Editor['save'] = {
    ...saving,
    run: async (note, from, timing = draft.timing, allowDuplicate = false) => {
      setBlocked(obstacle !== null);
      setTried(true);
      lastNote.current = note;
      if (timing !== draft.timing) setDraft((last) => ({ ...last, timing }));
      return obstacle === null && saving.run(note, from, timing, allowDuplicate);
    },
  };
  const take = (current: LoadedContent) => {
    if (editObstacle(current.content)) return leaveTo(`/posts/${current.content.id}`);
    const taken = draftOf(current.content);
    setSaved(current);
    setDraft(taken);
    setOrigin(taken);
    setTheirs(null);
    save.clearError();
  };
  return {
    draft,
    change: (part) => setDraft((last) => ({ ...last, ...part })),
    uploads,
    uploadObstacle: isBlocked ? obstacle : null,
    saved,
    isChanged: isChanged(draft, origin),
    hasSaved,
    save,
    repeat: (allowDuplicate) => void save.run(lastNote.current, saved, draft.timing, allowDuplicate),
    hasTried,
    canLeave,
    conflict: {
      theirs,
      compare: useAction(async () => setTheirs(await loadContent(saved!.content.id))),
      close: () => setTheirs(null),
      take: () => theirs && take(theirs),
      overwrite: (note) => {
        setTheirs(null);
        setSaved(theirs);
        void save.run(note, theirs);
      },
    },
  };
}
