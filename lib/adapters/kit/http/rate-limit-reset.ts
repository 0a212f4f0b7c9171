export * from '../../../platforms/kit/http/rate-limit-reset.ts';
