import { MUTATIONS } from '../tools/mutations/mutations.ts';
import { runMutation } from '../tools/mutations/run-mutation.ts';

// Breaks the service in each of the ways that the arguments name, in all of them without arguments, and prints how many
// seeds of the model fail. Ends with 1 if a mutation survives.
const names = process.argv.slice(2);
const unknown = names.filter((name) => !MUTATIONS.some((mutation) => mutation.name === name));
if (unknown.length > 0)
  throw new Error(`No mutation ${unknown.join(', ')}: ${MUTATIONS.map(({ name }) => name).join(', ')}`);
for (const mutation of MUTATIONS.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const { failed, message } = await runMutation(mutation);
  const { seeds, of } = mutation.kills;
  const isKilled = failed >= seeds;
  console.log(`${mutation.name}: ${failed} of ${of} seeds failed${isKilled ? '' : `, expected ${seeds}`}. ${message}`);
  if (!isKilled) process.exitCode = 1;
}
