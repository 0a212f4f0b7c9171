/** What an endpoint of the stage receives besides its kinds. Null for no restriction. */
export interface StageFilter {
  /** Ids of workspaces. Null: all that its stage key may name. */
  workspaces: string[] | null;
  /** Names of labels, of which an event must have one. */
  labels: string[] | null;
}
