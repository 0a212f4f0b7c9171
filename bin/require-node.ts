// Started on its own before the tests and imported first by the other commands. Plain enough to run on an
// old Node, so that it can say what is wrong there.
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

export {};
