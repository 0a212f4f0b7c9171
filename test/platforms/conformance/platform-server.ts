import { it } from 'vitest';
import type {
  PlatformConnection,
  PublishingAccount,
  RefreshCredentials,
  TokenConnection,
} from '../../../lib/platforms/kit/publisher.ts';
import type { RefreshScriptName, ScriptName } from '../../../lib/platforms/kit/simulator/fault-scripts.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';

/** A server of a platform, simulated or real, with one account that has published nothing. */
export interface PlatformServer extends AsyncDisposable {
  account: PublishingAccount;
  credentials: RefreshCredentials;
  tokens: TokenConnection;
  connection(deadlineMs?: number): PlatformConnection;
  /** The posts of the account. */
  posts(): Promise<{ id: string; text: string; at: string }[]>;
  /** The requests to the platform since the start. */
  requests(): Promise<{ path: string }[]>;
  /** Causes a fault of the next request that posts. */
  script(script: ScriptName): Promise<void>;
  /** Causes a fault of the next request that refreshes the token. */
  scriptRefresh(script: RefreshScriptName): Promise<void>;
}

/** How a list of cases is run. */
export interface CaseOptions {
  /** The titles of cases that the server cannot express, with the reason. */
  inexpressible?: Record<string, string>;
  /** Receives the titles of the cases. */
  titles?: Set<string>;
}

/** The server that a list of cases runs against. */
export interface Subject extends CaseOptions {
  platform: Platform;
  start(): Promise<PlatformServer>;
}

/** Return the function that defines a case, and skips it, with the reason, where the server cannot express it. */
export function defineCases({ inexpressible = {}, titles }: CaseOptions) {
  return (title: string, run: () => Promise<void>): void => {
    titles?.add(title);
    const reason = inexpressible[title];
    if (reason === undefined) it(title, run);
    else it.skip(`${title}: ${reason}`, run);
  };
}
