// The domain's view of lib/platforms/sandbox, as platform.ts is that of lib/platforms.
export { isSandboxAccountId } from '../../platforms/facts/sandbox/account-id.ts';
