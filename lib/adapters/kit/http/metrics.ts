export * from '../../../platforms/kit/http/metrics.ts';
