import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Redis } from 'ioredis';
import { eventually } from '../database/database.test-kit';
import { Sql } from '../database/sql';
import { Metrics } from '../metrics/metrics';
import { readSettings } from '../settings/read-settings';
import { Settings } from '../settings/settings';
import { RateLimiter } from './rate-limiter';
import { rateLimiterProvider } from './rate-limiter.provider';
import { bucket } from './rate-store.test-kit';
import { RedisTestServer, redisServerInstalled } from './redis-server.test-kit';

const installed = redisServerInstalled();

if (!installed) {
  it('redis-server is not installed: the limiter of an app was not tried on Redis', () => {
    process.stderr.write('redis-server is not installed: the limiter of an app was not tried on Redis\n');
    expect(installed).toBe(false);
  });
} else {
  it('P26: an app that counts in Redis gives up its connection when it stops, so that the process can end', async () => {
    const server = await RedisTestServer.start();
    const watcher = new Redis(server.url);
    const connections = async () =>
      String(await watcher.client('LIST'))
        .trim()
        .split('\n').length;
    @Module({
      providers: [
        { provide: Settings, useValue: readSettings({ REDIS_URL: server.url }) },
        { provide: Metrics, useValue: new Metrics('spec') },
        // Never asked: with Redis nothing is counted in PostgreSQL.
        { provide: Sql, useValue: undefined },
        rateLimiterProvider,
      ],
    })
    class SpecModule {}
    try {
      const app = await NestFactory.createApplicationContext(SpecModule, { logger: false });
      await eventually(async () => (await connections()) === 2);
      expect(await app.get(RateLimiter).take([bucket(1)])).toEqual({ allowed: true });
      await app.close();
      await eventually(async () => (await connections()) === 1);
    } finally {
      watcher.disconnect();
      await server.remove();
    }
  });
}
