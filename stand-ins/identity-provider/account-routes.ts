import type { FastifyInstance, FastifyReply } from 'fastify'
import { refuse } from '../serving/refuse.ts'
import { isAccountProvider, publicAccount } from './account.ts'
import { BadField, readAccountDetails } from './account-fields.ts'
import { AccountExists, type AccountStore } from './account-store.ts'

function refuseFor(error: unknown, reply: FastifyReply): FastifyReply {
  if (error instanceof BadField) return refuse(reply, 400, 'ValidationError', error.message)
  if (error instanceof AccountExists) return refuse(reply, 409, 'Conflict', error.message)
  throw error
}

/** Registers the accounts API for scripts and tests. */
export function registerAccountRoutes(app: FastifyInstance, accounts: AccountStore): void {
  app.get('/api/accounts', async () => accounts.list().map(publicAccount))

  app.post('/api/accounts', async (request, reply) => {
    try {
      const { provider = 'auth0', password, email, ...details } = readAccountDetails(request.body)
      if (!isAccountProvider(provider)) throw new BadField('provider is auth0, github or google-oauth2.')
      if (email === undefined) throw new BadField('email is missing.')
      if (password === undefined && provider === 'auth0') throw new BadField('password is missing.')
      const account = await accounts.create({ ...details, email, provider, password: password ?? null })
      return reply.code(201).send(publicAccount(account))
    } catch (error) {
      return refuseFor(error, reply)
    }
  })

  app.patch<{ Params: { subject: string } }>('/api/accounts/:subject', async (request, reply) => {
    const account = accounts.find(request.params.subject)
    if (!account) return refuse(reply, 404, 'NotFound', 'The account does not exist.')
    try {
      const { provider: _, ...changes } = readAccountDetails(request.body)
      return publicAccount(await accounts.update(account, changes))
    } catch (error) {
      return refuseFor(error, reply)
    }
  })
}
