export * from '../platforms.ts';
