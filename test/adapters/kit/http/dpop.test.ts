export * from '../../../platforms/kit/http/dpop.test.ts';
