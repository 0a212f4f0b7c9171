/** What the stack gives a function together with a grant. Throws, naming it, when there was no such grant. */
export function requireEnv(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: this function has no grant for it.`);
  return value;
}
