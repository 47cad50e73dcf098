/** Injection token of the audience that personal agents sign for (P33). */
export const DEPLOYMENT_AUDIENCE = Symbol('deployment audience');
