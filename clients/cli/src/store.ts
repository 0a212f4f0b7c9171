import { randomUUID } from 'node:crypto';
import { chmodSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from './usage.ts';

/** How to reach a service, with the credentials of a key or of a device. */
export interface Profile {
  base_url: string;
  dashboard_url?: string;
  client_id?: string;
  client_secret?: string;
  refresh_token?: string;
}

/** The content of the file: the profiles, and the access tokens that are still valid. */
export interface Stored {
  current: string | null;
  profiles: Record<string, Profile>;
  tokens: Record<string, { access_token: string; expires_at_ms: number }>;
  /** What `cis listen` signs events with. */
  listen_secret?: string | undefined;
}

const FILE = 'credentials.json';
const OWNER_ONLY = 0o600;
/** A process that holds the lock longer than this has stopped: its requests have time limits. */
const MAX_LOCK_MS = 180_000;

/** The file of the secrets, which several processes may use at the same time. */
export class Store {
  readonly folder: string;
  readonly #warn: (text: string) => void;

  constructor(folder: string, warn: (text: string) => void) {
    this.folder = folder;
    this.#warn = warn;
  }

  /** Read the file. Makes it readable by its owner only if it is not. */
  read(): Stored {
    const path = join(this.folder, FILE);
    const empty: Stored = { current: null, profiles: named(), tokens: named() };
    let text: string;
    try {
      this.#tighten(path);
      text = readFileSync(path, 'utf8');
    } catch (error) {
      if (/^(ENOENT|ENOTDIR)$/.test((error as NodeJS.ErrnoException).code ?? '')) return empty;
      throw error;
    }
    try {
      const { profiles, tokens, current = null, listen_secret } = JSON.parse(text) as Partial<Stored>;
      return { current, profiles: named(profiles), tokens: named(tokens), listen_secret };
    } catch {
      throw new Error(`${path} is not valid JSON. Remove it and log in again.`);
    }
  }

  /** Change the file while no other process does. It is written as a whole or not at all, also when `change` rejects. */
  async update<T>(change: (stored: Stored) => T | Promise<T>): Promise<T> {
    const release = await this.#lock();
    try {
      const stored = this.read();
      const result = await change(stored);
      this.#write(stored);
      return result;
    } finally {
      release();
    }
  }

  /** Throw a UsageError unless the folder can be written. */
  async assertWritable(): Promise<void> {
    try {
      (await this.#lock())();
    } catch (error) {
      throw new UsageError(
        `${this.folder} cannot be written: ${(error as Error).message}. XDG_CONFIG_HOME names another folder.`,
      );
    }
  }

  #write(stored: Stored): void {
    const now = Date.now();
    const tokens = Object.entries(stored.tokens).filter(([, { expires_at_ms }]) => expires_at_ms > now);
    const text = `${JSON.stringify({ ...stored, tokens: Object.fromEntries(tokens) }, null, 2)}\n`;
    const part = join(this.folder, `${FILE}.${process.pid}.${randomUUID()}`);
    try {
      writeFileSync(part, text, { mode: OWNER_ONLY, flag: 'wx' });
      renameSync(part, join(this.folder, FILE));
    } catch (error) {
      // A full disk leaves a part of the secrets.
      rmSync(part, { force: true });
      throw error;
    }
  }

  #tighten(path: string): void {
    if (process.platform === 'win32') return;
    for (const [each, mode] of [
      [this.folder, 0o700],
      [path, OWNER_ONLY],
    ] as const) {
      if ((statSync(each).mode & 0o077) === 0) continue;
      chmodSync(each, mode);
      this.#warn(
        `${each} was open to other users. It now has the mode ${mode.toString(8)}. Replace its secrets if others use this machine.`,
      );
    }
  }

  /** Wait for the lock, a file with the id of the process that holds it. Returns a function that releases it. */
  async #lock(): Promise<() => void> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const path = join(this.folder, 'lock');
    const own = `${path}.${process.pid}.${randomUUID()}`;
    writeFileSync(own, String(process.pid), { mode: OWNER_ONLY, flag: 'wx' });
    try {
      // A link appears with its content: no process reads an empty lock.
      while (!hasLinked(own, path)) {
        removeIfAbandoned(path);
        await wait(20 + Math.random() * 30);
      }
    } finally {
      rmSync(own, { force: true });
    }
    return () => rmSync(path, { force: true });
  }
}

/** Return the folder of the configuration of a user. */
export function configFolder(env: NodeJS.ProcessEnv): string {
  if (env.XDG_CONFIG_HOME) return join(env.XDG_CONFIG_HOME, 'cis');
  if (process.platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'cis');
  return join(env.HOME || homedir(), '.config', 'cis');
}

/** Return an object without inherited names: a profile may be called `constructor`. */
function named<T>(values: Record<string, T> = {}): Record<string, T> {
  return Object.assign(Object.create(null), values);
}

function hasLinked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Remove the lock of a process that has ended without releasing it. */
function removeIfAbandoned(path: string): void {
  try {
    const { ino, mtimeMs } = statSync(path);
    if (isRunning(Number(readFileSync(path, 'utf8'))) && Date.now() - mtimeMs < MAX_LOCK_MS) return;
    const moved = `${path}.${process.pid}.${randomUUID()}`;
    renameSync(path, moved);
    // Another process may have taken the lock since: then it gets it back.
    if (statSync(moved).ino !== ino) hasLinked(moved, path);
    rmSync(moved, { force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
