import { endWithReader } from '../tools/cli/closed-pipe.ts';
import { requestDemoToken } from '../tools/cli/demo-token.ts';

endWithReader();

try {
  console.log(await requestDemoToken(process.env.LOCAL_FOLDER ?? '.local'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
