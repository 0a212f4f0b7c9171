// Run before every command of package.json. Plain enough for an old Node, so that it can say what is wrong
// there: an old Node cannot even read the TypeScript of the other commands.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    [
      `This project runs on Node 24; this is Node ${process.versions.node}.`,
      'On Linux x64 and arm64, npm ci brings Node 24 along: start with the npm scripts (npm start, npm test).',
      'Elsewhere, or with --omit=optional, install Node 24 and try again.',
    ].join('\n'),
  );
  process.exit(1);
}
