import type { FastifyRequest } from 'fastify'
import { ulid } from 'ulid'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import { sealText } from '../../http/sealed-text.ts'
import { hashOf, newSecret } from '../../http/secrets.ts'
import type { Services } from '../../services.ts'
import { insertSession, moveSessions } from '../sessions/session-store.ts'
import { recognisePerson } from './recognise-person.ts'

const hourMs = 3_600_000

/** Finds or creates the account and starts a portal session, in one transaction. */
export async function beginSession(
  services: Services,
  profile: IdentityProfile,
  accessToken: string,
  request: FastifyRequest,
): Promise<{ sessionToken: string } | 'deleted'> {
  const { config, identity, now } = services
  const at = now()
  const sessionToken = newSecret()
  const recognised = await recognisePerson(
    services,
    profile,
    at,
    async (tx, { userId, isDeleted, previousUserId }) => {
      if (isDeleted) return
      if (previousUserId !== undefined) await moveSessions(tx, profile.subject, userId)
      await insertSession(tx, {
        id: ulid(at.getTime()),
        tokenHash: hashOf(sessionToken),
        userId,
        subject: profile.subject,
        providerToken: identity.hasManagement ? null : sealText(sessionToken, accessToken),
        userAgent: request.headers['user-agent']?.slice(0, 1_000) ?? null,
        ipAddress: request.ip,
        createdAt: at,
        lastSeenAt: at,
        expiresAt: new Date(at.getTime() + config.SESSION_ABSOLUTE_HOURS * hourMs),
      })
    },
  )
  return recognised.isDeleted ? 'deleted' : { sessionToken }
}
