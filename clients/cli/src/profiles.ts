import type { Context } from './context.ts';
import { EXIT } from './failures.ts';
import { suggestion, UsageError } from './usage.ts';

/** List the profiles, without their secrets, or choose the current one. */
export async function profiles({ given, output, store }: Context): Promise<number> {
  const [verb, name] = given.positionals;
  if (verb === undefined) {
    const { current, profiles } = store.read();
    const rows = Object.entries(profiles).map(([each, { base_url, client_id }]) => ({
      name: each,
      current: each === current,
      base_url,
      login: client_id ?? 'device',
    }));
    output.rows(rows, { columns: ['name', 'current', 'base_url', 'login'] });
    return EXIT.success;
  }
  if (verb !== 'use' || name === undefined) throw new UsageError('Use: cis profiles, or cis profiles use <name>');
  await store.update((stored) => {
    const names = Object.keys(stored.profiles);
    if (!names.includes(name)) throw new UsageError(`There is no profile ${name}.${suggestion(name, names)}`);
    stored.current = name;
  });
  output.note(`The current profile is ${name}.`);
  return EXIT.success;
}
