/** Return an environment variable that the stack sets together with a grant. Throws when it is not set. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this function has no grant for it.`);
  return value;
}
