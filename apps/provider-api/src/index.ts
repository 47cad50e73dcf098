export { configureProvider } from './configure-provider';
export { ProviderModule } from './provider.module';
export { rewriteToHandler } from './a2a/provider-routes';
