/** The media type of every A2A answer, without a charset parameter (PACT 2, P2). */
export const A2A_MEDIA_TYPE = 'application/a2a+json';
