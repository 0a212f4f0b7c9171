// Runs before every command of package.json. Plain JavaScript, so that an old Node, which cannot load
// TypeScript, reports the required version. The commands need a POSIX shell, so Windows ends here.
if (process.platform === 'win32') {
  console.error(
    [
      'The commands do not run on Windows itself. Run them in the Dev Container of this folder:',
      'open the folder in Visual Studio Code, choose "Dev Containers: Reopen in Container", and enter the command there.',
    ].join('\n'),
  );
  process.exit(1);
}
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    [
      `This project runs on Node 24; this is Node ${process.versions.node}.`,
      'On Linux and macOS, x64 and arm64, npm ci includes Node 24: use the npm scripts (npm start, npm test).',
      'Elsewhere, or with --omit=optional, install Node 24 and try again.',
    ].join('\n'),
  );
  process.exit(1);
}
