// What rules use of the sandbox, as platform.ts is that of all platforms.
export { isSandboxAccountId } from '../../platforms/sandbox/facts/account-id.ts';
