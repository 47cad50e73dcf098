export { bootProvider, providerBootOptions } from './boot';
