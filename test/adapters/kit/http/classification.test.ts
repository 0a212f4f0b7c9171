export * from '../../../platforms/kit/http/classification.test.ts';
