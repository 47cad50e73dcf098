import type { StubHost } from './stub-host';

/** A stub that is a host of its own: it can go away and come back at the same address, as an outside host may. */
export abstract class HostedStub {
  protected host!: StubHost;

  /** Connections are refused from here on. */
  async away(): Promise<void> {
    await this.host.close();
  }

  /** Listens again at the same address. */
  async back(): Promise<void> {
    await this.host.open();
  }

  async stop(): Promise<void> {
    await this.host.close();
  }
}
