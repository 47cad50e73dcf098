export { authorizationServerBootOptions, bootAuthorizationServer } from './boot';
