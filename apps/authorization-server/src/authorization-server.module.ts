import { brandKeysProvider, identityProviders } from '@surety/identity';
import { egressProvider, rateLimiterProvider } from '@surety/platform';
import { RegistryModule } from '@surety/registry';
import { Module } from '@nestjs/common';
import { AdmissionPipeline } from './admission/admission.pipeline';
import { BrandKeyRing } from './brands/brand-key-ring.service';
import { DelegatingBrands } from './brands/delegating-brands.service';
import { DeviceAuthorizationController } from './device-authorization/device-authorization.controller';
import { JwksController } from './metadata/jwks.controller';
import { MetadataController } from './metadata/metadata.controller';
import { pageControllers, pageProviders } from './pages/page.providers';
import { RevocationController } from './revocation/revocation.controller';
import { DelegationTokens } from './token/delegation-tokens.service';
import { DeviceCodeGrant } from './token/device-code.grant';
import { RefreshTokenGrant } from './token/refresh-token.grant';
import { TokenController } from './token/token.controller';

/** The authorization server of every Brand (PACT 5). Needs PlatformModule, which `bootApp` brings. */
@Module({
  imports: [RegistryModule.register({ applicationName: 'authorization-server' })],
  controllers: [
    MetadataController,
    JwksController,
    DeviceAuthorizationController,
    TokenController,
    RevocationController,
    ...pageControllers,
  ],
  providers: [
    egressProvider,
    rateLimiterProvider,
    ...identityProviders,
    brandKeysProvider,
    DelegatingBrands,
    BrandKeyRing,
    DelegationTokens,
    DeviceCodeGrant,
    RefreshTokenGrant,
    AdmissionPipeline,
    ...pageProviders,
  ],
})
export class AuthorizationServerModule {}
