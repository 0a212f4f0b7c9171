export { FormDialog } from './form.tsx';
