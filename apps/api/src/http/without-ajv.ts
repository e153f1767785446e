/**
 * Stops Fastify from loading Ajv, which takes longer than registering all routes. Zod validates requests and serializes
 * replies instead.
 */
const refuse = () => {
  throw new Error('Set a validator and a serializer before adding routes with schemas.')
}

export const withoutAjv = { compilersFactory: { buildValidator: refuse, buildSerializer: refuse } }
