import type { CertifiedKey } from '../../content/rules/approval/approval-proof.ts';
import type { Content } from '../../content/rules/content.ts';
import type { ScheduleEntry, Send } from '../../content/rules/schedule-entry.ts';
import type { NextSend } from '../../content/rules/sends/earlier-sends.ts';
import type { LimitReachedError } from '../../identity/rules/limit-reached.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { FoundPost } from '../../platforms/kit/found-post.ts';
import type { AccessState, AttemptOutcome, Finding, RequestOutcome, Transition } from './attempt-outcome.ts';
import type { KnownCertificates } from './preparation-certificates.ts';
import type { StillProcessing } from './processing-look.ts';

/** The step that fails an entry beyond the lateness limit. Its error may be that of an earlier attempt. */
export const EXPIRED = 'too late';

/** What a worker knows about an entry. A field is absent until it was read, or until its request has ended. */
export interface Known {
  attemptId: string; // The attempt that this worker may begin.
  endsAtMs: number; // When Lambda stops this worker.
  latenessLimitSeconds: number;
  entry?: ScheduleEntry | null; // With the changes of this worker. Null if there is none.
  saved?: ScheduleEntry; // As the table has it: without a claim that is saved with the step after it.
  content?: Content | null; // As the table has it. Null if it was deleted.
  settings?: WorkspaceSettings;
  haltsReadMs?: number; // When the settings were read, which have the halts of the workspace.
  certificates?: KnownCertificates; // Those of what is prepared, where the workspace requires a passkey.
  certifiedKey?: CertifiedKey; // The public key of the passkey that approved, where the workspace requires one.
  access?: { state: AccessState };
  preparesWithRequests?: boolean;
  processing?: StillProcessing | null; // What a look at the processing of the platform has found. Null: an attempt decides.
  nextSend?: NextSend; // Identifies the account and the text of the next post.
  outcome?: RequestOutcome;
  finding?: Finding;
  repeated?: Send; // What this worker has sent again.
  isPostTaken?: boolean; // The post that was found or confirmed belongs to another target.
  isSettled?: boolean; // This worker, or another one, has saved the end of this attempt or check.
}

/** What a worker knows that has read an entry and its item. */
export type Read = Known & Required<Pick<Known, 'settings'>> & { entry: ScheduleEntry; content: Content };

/**
 * How a step is saved before it has an effect. `unchanged` must be as it was read: the entry alone, after whose change
 * another worker has decided; or its item too, after whose change this worker decides again.
 */
export interface Saved {
  name: string;
  transition: Transition;
  unchanged: 'entry' | 'item';
  /** Nothing else knows what is saved, so it is tried until the invocation ends. */
  isOnlyRecord?: boolean;
  /** The limit that has ended the entry. */
  reached?: LimitReachedError;
}

/**
 * The next step of a worker.
 * - `read`: what decides is not read yet. An entry alone often decides that nothing is due.
 * - `ask`: ask the platform once whether it still processes what it has received.
 * - `postpone`: save when the platform is asked again, or that the post is held, and end.
 * - `claim`: begin an attempt. Saved at once before requests, and otherwise with the step after it.
 * - `prepare`: send the requests before the one that posts.
 * - `send`: save that the post is being sent, then send it.
 * - `look`: look for a post whose outcome is unknown, or compare with the one that the platform `named`.
 * - `repeat`: as `send`, with what `send` has sent under the same key.
 * - `settle`: save the end of the attempt or check.
 */
export type Step =
  | { step: 'read'; what: 'entry' | 'item' | 'certificate' | 'access' | 'preparations' | 'halts' }
  | { step: 'ask' }
  | { step: 'postpone'; why: 'still processing' | 'held'; entry: ScheduleEntry }
  | ({ step: 'claim'; isSavedWithNext: boolean } & Saved)
  | { step: 'prepare' }
  | ({ step: 'send' } & Saved)
  | { step: 'look'; named?: FoundPost | undefined }
  | ({ step: 'repeat'; send: Send } & Saved)
  | ({ step: 'settle'; outcome?: AttemptOutcome } & Omit<Saved, 'transition'> & { transition: Transition | null })
  | { step: 'wait'; waitMs: number }
  | { step: 'stop' };

/** A step that is saved before it has an effect. An entry whose item was deleted has no transition. */
export type SavedStep = Extract<Step, Pick<Saved, 'name'>>;

/** A step that saves the end of an attempt or check. */
export type SettleStep = Extract<Step, { step: 'settle' }>;

/** A step that ends the worker. */
export const STOP: Step = { step: 'stop' };
