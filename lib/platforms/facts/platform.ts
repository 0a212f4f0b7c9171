export * from '../platform.ts';
