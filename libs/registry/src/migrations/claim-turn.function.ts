/** A waiter's lease: the longest wait and a margin (PACT wire §2). Frozen: a released migration never changes. */
const WAITER_LEASE_SECONDS = 35;
/** What a lease grants beyond the agent's deadline. */
const LEASE_MARGIN_SECONDS = 5;

/**
 * `claim_next_turn` (see there for the order of its looks and locks) for conversations that may be delegated (PACT 5.5): it looks at
 * the grant first, of a message that names one, and only then; it tells the scopes of that grant as they are now, and the receipt
 * of a stored reply; and a message that runs again starts without what its run before left: whose it was, what it lacked.
 *
 * A message is found by the one index whose key says conversation and messageId together, so that no statistics can send
 * the look through every turn of a long conversation.
 */
export const CREATE_CLAIM_TURN = `CREATE FUNCTION claim_turn(
  p_brand_id text, p_personal_agent_id text, p_sub text, p_grant_id text, p_brand_user text,
  p_context_id text, p_message_id text, p_reply_turn_id text, p_turn_id text, p_text text,
  OUT personal_agent_enabled boolean, OUT brand_open boolean, OUT agent_deadline_seconds integer,
  OUT grant_live boolean, OUT grant_scopes text[],
  OUT context_found boolean, OUT other_user boolean, OUT closed boolean, OUT reply_id_taken boolean,
  OUT met_id text, OUT met_run integer, OUT met_state text, OUT met_live boolean, OUT met_effect boolean,
  OUT met_reply_text text, OUT met_receipt text,
  OUT claimed_id text, OUT claimed_run integer, OUT turn_number integer, OUT claimed_state text, OUT steps integer,
  OUT stepped_up_run integer
) LANGUAGE plpgsql AS $$
DECLARE
  seen_last_turn integer;
  seen_ended_turn integer;
  lease interval;
BEGIN
  LOOP
    grant_live := p_grant_id IS NULL;
    IF NOT grant_live THEN
      SELECT delegation_grant.revoked_at IS NULL AND delegation_grant.ends_at > clock_timestamp(), delegation_grant.scopes
      INTO grant_live, grant_scopes
      FROM delegation_grant WHERE delegation_grant.id = p_grant_id AND delegation_grant.brand_user = p_brand_user;
      grant_live := coalesce(grant_live, false);
    END IF;

    SELECT
      coalesce(personal_agent.enabled, false),
      brand.id IS NOT NULL AND brand.closed_at IS NULL,
      brand.agent_deadline_seconds,
      context.id IS NOT NULL,
      coalesce(context.pinned_user <> p_brand_user, false),
      context.closed_at IS NOT NULL
        OR context.last_at <= clock_timestamp() - make_interval(days => brand.context_idle_days),
      context.last_turn,
      context.ended_turn,
      turn.id, turn.run, turn.state, turn.lease_until > clock_timestamp(), turn.effect_at IS NOT NULL,
      turn.reply_text, turn.receipt
    INTO
      personal_agent_enabled, brand_open, agent_deadline_seconds,
      context_found, other_user, closed, seen_last_turn, seen_ended_turn,
      met_id, met_run, met_state, met_live, met_effect, met_reply_text, met_receipt
    FROM (SELECT) AS always
    LEFT JOIN personal_agent ON personal_agent.id = p_personal_agent_id
    LEFT JOIN brand ON brand.id = p_brand_id
    LEFT JOIN context ON context.id = p_context_id AND context.brand_id = p_brand_id
      AND context.personal_agent_id = p_personal_agent_id AND context.sub = p_sub
    LEFT JOIN turn ON context.id IS NOT NULL
      AND turn.context_id || ' ' || turn.message_id = p_context_id || ' ' || p_message_id;

    -- Also of a turn that has no reply yet: its id is kept for the reply to come.
    reply_id_taken := p_reply_turn_id IS NOT NULL AND EXISTS (
      SELECT FROM turn WHERE turn.id = p_reply_turn_id AND turn.context_id = p_context_id
    );
    IF NOT (personal_agent_enabled AND brand_open AND grant_live AND context_found)
      OR other_user OR closed OR reply_id_taken
    THEN
      RETURN;
    END IF;
    IF met_state IN ('answered', 'spent') OR met_state IN ('waiting', 'running') AND (met_live OR met_effect) THEN
      RETURN;
    END IF;

    UPDATE context SET
      last_turn = context.last_turn + 1,
      last_at = clock_timestamp(),
      ended_turn = coalesce((
        SELECT min(turn.turn_number) - 1 FROM turn
        WHERE turn.context_id = p_context_id AND turn.turn_number > seen_ended_turn
          AND turn.state IN ('waiting', 'running') AND turn.lease_until > clock_timestamp()
      ), context.last_turn)
    WHERE context.id = p_context_id AND context.last_turn = seen_last_turn AND context.closed_at IS NULL
    RETURNING context.last_turn, CASE WHEN context.ended_turn = seen_last_turn THEN 'running' ELSE 'waiting' END
    INTO turn_number, claimed_state;
    IF NOT FOUND THEN
      PERFORM FROM context WHERE context.id = p_context_id FOR UPDATE;
      CONTINUE;
    END IF;

    lease := make_interval(secs => CASE claimed_state
      WHEN 'running' THEN agent_deadline_seconds + ${LEASE_MARGIN_SECONDS}
      ELSE ${WAITER_LEASE_SECONDS}
    END);
    IF met_id IS NULL THEN
      INSERT INTO turn
        (id, context_id, message_id, turn_number, run, state, lease_until, steps, text, received_at, grant_id, brand_user)
      VALUES
        (p_turn_id, p_context_id, p_message_id, turn_number, 1, claimed_state, clock_timestamp() + lease, 0, p_text,
         clock_timestamp(), p_grant_id, p_brand_user)
      RETURNING turn.id, turn.run, turn.steps INTO claimed_id, claimed_run, steps;
    ELSE
      -- Only as it was seen: a late reply or record of the run before wins, and then the look starts over.
      UPDATE turn SET
        run = turn.run + 1, turn_number = claim_turn.turn_number, state = claimed_state,
        lease_until = clock_timestamp() + lease, effect_at = NULL, failure = NULL, text = p_text,
        received_at = clock_timestamp(), grant_id = p_grant_id, brand_user = p_brand_user,
        receipt = NULL, missing_scopes = NULL, task_text = NULL
      WHERE turn.id = met_id AND turn.run = met_run AND turn.state = met_state
        AND (turn.effect_at IS NOT NULL) = met_effect
      RETURNING turn.id, turn.run, turn.steps, turn.stepped_up_run
      INTO claimed_id, claimed_run, steps, stepped_up_run;
      CONTINUE WHEN NOT FOUND;
    END IF;

    -- A claim needs no disk write of its own: the log is ordered, so the reply or the record of an effect that is
    -- flushed later flushes the claim before it, and a claim that is lost in a crash only means that the message runs
    -- again without having done anything.
    PERFORM set_config('synchronous_commit', 'off', true);
    RETURN;
  END LOOP;
END $$`;

export const DROP_CLAIM_TURN = 'DROP FUNCTION claim_turn';
