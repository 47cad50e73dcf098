import { isIP } from 'node:net';
import { ValidateBy, type ValidationOptions } from 'class-validator';
import { parseFailPoints } from '../failpoint/fail-point-list';
import { isCidr } from '../network/cidr-set';

/** A class-validator decorator from one predicate over text and one message without the name of the variable. */
function textRule(name: string, accepts: (text: string) => boolean, message: string) {
  return (options?: ValidationOptions) =>
    ValidateBy(
      {
        name,
        validator: {
          validate: value => typeof value === 'string' && accepts(value),
          defaultMessage: () => (options?.each ? `each item ${message}` : message),
        },
      },
      options,
    );
}

/** The URL that a text spells, or undefined. */
function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

const isOrigin = (text: string) => {
  const url = urlOf(text);
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === text;
};

const hasProtocol = (pattern: RegExp) => (text: string) => pattern.test(urlOf(text)?.protocol ?? '');

/** `https://host[:port]` or `http://…`, exactly as a browser writes an origin: no path, no slash, no default port. */
export const IsOrigin = textRule(
  'isOrigin',
  isOrigin,
  'must be an http or https origin without path or trailing slash',
);

/** `address/prefix` of IPv4 or IPv6. */
export const IsCidr = textRule('isCidr', isCidr, 'must be a CIDR such as 10.0.0.0/8 or fd00::/8');

/** An IP literal to bind; names would hide how many sockets are opened. */
export const IsListenAddress = textRule(
  'isListenAddress',
  text => isIP(text) !== 0,
  'must be an IP address such as 127.0.0.1, ::1 or 0.0.0.0',
);

/** A connection URL of PostgreSQL. */
export const IsDatabaseUrl = textRule(
  'isDatabaseUrl',
  hasProtocol(/^postgres(ql)?:$/),
  'must be a postgres:// URL',
);

/** A connection URL of Redis. */
export const IsRedisUrl = textRule(
  'isRedisUrl',
  hasProtocol(/^rediss?:$/),
  'must be a redis:// or rediss:// URL',
);

/** `point=kill|error|hang`, several separated by commas. */
export const IsFailPointList = textRule(
  'isFailPointList',
  text => parseFailPoints(text) !== undefined,
  'must be a list such as turn.claimed=kill,turn.stored=error:1',
);
