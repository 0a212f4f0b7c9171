export * from './request-errors.ts';
