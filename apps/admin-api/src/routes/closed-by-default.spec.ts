import 'reflect-metadata';
import { Controller, Get, Post } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { Public } from '@surety/platform';
import { Roles } from '../auth/route-access';
import { ClosedByDefault } from './closed-by-default';
import { RouteTable } from './route-table';

@Controller('open')
@Public('a test')
class OpenController {
  @Get()
  read(): string {
    return 'x';
  }
}

@Controller('closed')
class ClosedController {
  @Get(':id')
  @Roles('owner')
  read(): string {
    return 'x';
  }
}

@Controller('gap')
class GapController {
  @Get('fine')
  @Roles('owner')
  read(): string {
    return 'x';
  }

  @Post('forgotten')
  write(): string {
    return 'x';
  }
}

@Controller('nobody')
class NobodyController {
  @Get()
  @Roles()
  read(): string {
    return 'x';
  }
}

@Controller('silent')
class SilentController {
  @Get()
  @Public('')
  read(): string {
    return 'x';
  }
}

const boot = async (...controllers: (new () => object)[]) => {
  const providers = [RouteTable, ClosedByDefault];
  const module = await Test.createTestingModule({
    imports: [DiscoveryModule],
    controllers,
    providers,
  }).compile();
  await module.init();
  return module.get(RouteTable);
};

describe('routes are closed by default (style 11)', () => {
  it('boots when every route names roles or says why it is open', async () => {
    const table = await boot(OpenController, ClosedController);
    expect(table.routes()).toMatchObject([
      { method: 'GET', path: '/open', open: 'a test', roles: undefined },
      { method: 'GET', path: '/closed/:id', open: undefined, roles: ['owner'] },
    ]);
    expect(table.allow('/closed/1')).toBe('GET, HEAD');
    expect(table.allow('/closed/')).toBeUndefined();
    expect(table.allow('/closed/1/2')).toBeUndefined();
  });

  it.each([
    ['names no role', GapController, 'POST /gap/forgotten (GapController.write)'],
    ['names an empty list of roles', NobodyController, 'GET /nobody (NobodyController.read)'],
    ['is open without a reason', SilentController, 'GET /silent (SilentController.read)'],
  ])('refuses to boot with a route that %s, and names it', async (_, controller, gap) => {
    await expect(boot(ClosedController, controller)).rejects.toThrow(gap);
  });
});
