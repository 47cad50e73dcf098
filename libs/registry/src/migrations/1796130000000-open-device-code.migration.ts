import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Opens a device authorization in one round trip (RFC 8628 3.1), at most so many of one (personal agent, sub) within a window
 * (P26). Out: whether it was opened; `wait_seconds` when the limit is reached; neither when the drawn user code is taken.
 *
 * A function, because its second statement must see what was committed before the lock was granted: in a single SQL statement
 * parallel requests would count by the snapshot from before they waited, and overshoot the limit together.
 */
const CREATE_OPEN_DEVICE_CODE = `CREATE FUNCTION open_device_code(
  p_personal_agent_id text, p_sub text, p_id text, p_brand_id text, p_device_code_hash text, p_user_code text,
  p_scopes text[], p_lifetime_seconds integer, p_interval_seconds integer, p_limit integer, p_window_seconds integer,
  OUT opened boolean, OUT wait_seconds integer
) LANGUAGE plpgsql AS $$
BEGIN
  opened := false;
  PERFORM pg_advisory_xact_lock(
    hashtextextended(concat_ws(chr(31), 'device codes', p_personal_agent_id, p_sub), 0)
  );
  SELECT greatest(1, ceil(extract(epoch FROM created_at - clock_timestamp()) + p_window_seconds))::integer
  INTO wait_seconds
  FROM device_request
  WHERE kind = 'device' AND personal_agent_id = p_personal_agent_id AND sub = p_sub
    AND created_at > clock_timestamp() - make_interval(secs => p_window_seconds)
  ORDER BY created_at DESC OFFSET p_limit - 1 LIMIT 1;
  IF FOUND THEN
    RETURN;
  END IF;
  INSERT INTO device_request (id, brand_id, kind, personal_agent_id, sub, device_code_hash, user_code, scopes, state,
    expires_at, interval_seconds, created_at)
  VALUES (p_id, p_brand_id, 'device', p_personal_agent_id, p_sub, p_device_code_hash, p_user_code, p_scopes, 'pending',
    clock_timestamp() + make_interval(secs => p_lifetime_seconds), p_interval_seconds, clock_timestamp())
  ON CONFLICT (brand_id, user_code) DO NOTHING;
  opened := FOUND;
END $$`;

/** Lets a device authorization be opened in one round trip. */
export class OpenDeviceCode1796130000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_OPEN_DEVICE_CODE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION open_device_code');
  }
}
