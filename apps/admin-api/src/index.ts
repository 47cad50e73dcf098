export { bootAdminApi } from './boot';
