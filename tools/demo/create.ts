import { createDemo } from './create-demo.ts';

// The process that `demo-folder.ts` starts: its clock is moved, so it does nothing else, and ends with its parent.

const [folder = '', port = ''] = process.argv.slice(2);
process.once('disconnect', () => process.exit(1));
await createDemo({ folder, port: Number(port), log: (line) => console.log(line) });
process.exit(0);
