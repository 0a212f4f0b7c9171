import { filesNaming } from '../tools/spread/spread.ts';

// Prints, for each feature that the arguments name, how many files outside its folders name it, and which.
const resources = process.argv.slice(2);
if (resources.length === 0) throw new Error('Usage: npm run spread -- <folder of functions/> ...');
for (const resource of resources) {
  const files = filesNaming(resource);
  console.log([`${resource}: ${files.length} files`, ...files.map((file) => `  ${file}`), ''].join('\n'));
}
