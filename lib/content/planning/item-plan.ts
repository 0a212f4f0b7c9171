import type * as z from 'zod/mini';
import type { DefaultAccounts } from '../../accounts/rules/account.ts';
import type { Write } from '../../core/table/commit.ts';
import type { IdKind } from '../../core/values/id.ts';
import type { Caller } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Label } from '../../labels/rules/label.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { ContentUpdate } from '../api/content/update.ts';
import type { NewContent } from '../rules/change/new-content.ts';
import type { ContentState, TargetAccount } from '../rules/content.ts';
import type { PublishWarning } from '../rules/schedule/publish-warnings.ts';
import type { PublicationTime, ScheduledLocal } from '../rules/scheduled-local.ts';

/** Who creates or changes an item: what of a caller decides about it. */
export type ItemAuthor = Pick<Caller, 'userId' | 'clientId' | 'keyName' | 'permissions' | 'agent'> & {
  workspace: Pick<Caller['workspace'], 'id'>;
};

/** The fields of a request for an item, of its creation, of a change or of its schedule, with `description` for `text`. */
export type ItemRequest = Omit<Partial<z.infer<typeof ContentUpdate>>, 'text'>;

/** A slot of a queue that a request claims for an item, and the writes that record it. */
export interface ItemSlot {
  queue: { id: string; accounts: string[]; paused: boolean };
  slotAt: string;
  /** The time of the slot on the clock of the queue. */
  local: ScheduledLocal | null;
  writes: Write[];
}

/** What a request asks of an item, and the item that the contributions of the features make of it. Nothing is stored yet. */
export interface ItemPlan {
  readonly purpose: 'create' | 'update' | 'schedule' | 'validate';
  readonly workspaceId: string;
  readonly contentId: string;
  /** Null for an item that the service makes itself, for a date of a recurrence. */
  readonly author: ItemAuthor | null;
  readonly request: ItemRequest;
  /** The item as it is, with the present ids of its accounts; null for a new one. */
  readonly before: ContentState | null;
  /** The texts of the request are those of an item, in which what looks like a saved mention is text. */
  readonly keepsTexts: boolean;
  /** Chooses the slot of a request that names a queue; by default the queue decides. */
  readonly chooseSlot?: ((request: ItemRequest, contentId: string) => Promise<ItemSlot | null>) | undefined;
  readonly nowMs: number;
  readonly newId: (kind: IdKind) => string;
  platforms: Platform[];
  /** The accounts that the item is for, by their ids, where the request or a contribution names them. */
  accountIds: string[] | undefined;
  /** The same accounts, once they are loaded. */
  accounts: TargetAccount[] | undefined;
  /** The fields of the item that the request and the contributions set. */
  fields: Partial<NewContent>;
  /** When the item is published; null for a draft, and for a change of other fields. */
  time: PublicationTime | null;
  slot: ItemSlot | null;
  createdLabels: Label[];
  settings: WorkspaceSettings | null;
  defaults: DefaultAccounts;
  /** The item afterwards; null until it is made, and where nothing changes. */
  after: ContentState | null;
  warnings: PublishWarning[];
  writes: Write[];
}

/**
 * What a feature contributes to an item that is created or changed, stage by stage. Each stage changes the plan, or throws the
 * problem of the request.
 *
 * - `address`: which platforms, accounts and time the item is for.
 * - `resolve`: loads what the request names, while its accounts and files are loaded.
 * - `complete`: sets the fields that others of the request decide.
 * - `check`: rejects a request before the item is made.
 * - `place`: changes the item that was made or scheduled.
 * - `claim`: claims what no other item may have, or warns of it where the request stores nothing.
 * - `write`: adds the writes of the feature to the transaction of the item.
 */
export type Stage = 'address' | 'resolve' | 'complete' | 'check' | 'place' | 'claim' | 'write';

/** The stages of a feature, for one plan. */
export type Stages = { [S in Stage]?: () => void | Promise<void> };

/** What a feature contributes to a plan. */
export type Contribution = (plan: ItemPlan) => Stages;
