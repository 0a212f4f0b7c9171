const PREFIX = 'acc_sandbox_';

/**
 * Return whether an account id is that of a sandbox account; false for null. The id says it, so that everything that
 * names an account says it too, and no change of an account can turn one into the other.
 */
export function isSandboxAccountId(id: string | null | undefined): boolean {
  return id?.startsWith(PREFIX) ?? false;
}
