export * from '../../../platforms/kit/http/request.test.ts';
