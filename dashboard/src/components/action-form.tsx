export { ActionButton } from './button.tsx';
export { ActionForm, FormEnd } from './form.tsx';
