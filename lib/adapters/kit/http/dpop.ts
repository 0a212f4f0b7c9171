export * from '../../../platforms/kit/http/dpop.ts';
