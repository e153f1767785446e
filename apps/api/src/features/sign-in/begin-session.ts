import type { FastifyRequest } from 'fastify'
import { ulid } from 'ulid'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import { sealText } from '../../http/sealed-text.ts'
import { hashOf, newSecret } from '../../http/secrets.ts'
import type { Services } from '../../services.ts'
import { insertSession } from '../sessions/session-store.ts'
import { rememberDevice } from './device-notice.ts'
import { type RefusedKind, recognisePerson } from './recognise-person.ts'

const hourMs = 3_600_000

/** Finds or creates the account and starts a portal session, in one transaction. */
export async function beginSession(
  services: Services,
  profile: IdentityProfile,
  accessToken: string,
  request: FastifyRequest,
  deviceSecret: string,
): Promise<{ sessionToken: string } | { refused: RefusedKind }> {
  const { config, identity, now } = services
  const at = now()
  const sessionToken = newSecret()
  const recognised = await recognisePerson(services, profile, at, async (tx, { userId, hasNewIdentity }) => {
    const userAgent = request.headers['user-agent']?.slice(0, 1_000) ?? null
    const device = { secret: deviceSecret, userAgent, ipAddress: request.ip, at }
    await rememberDevice(services, tx, { userId, isMailed: !hasNewIdentity, device })
    await insertSession(tx, {
      id: ulid(at.getTime()),
      tokenHash: hashOf(sessionToken),
      userId,
      subject: profile.subject,
      providerToken: identity.hasManagement ? null : sealText(sessionToken, accessToken),
      userAgent,
      ipAddress: request.ip,
      createdAt: at,
      lastSeenAt: at,
      expiresAt: new Date(at.getTime() + config.SESSION_ABSOLUTE_HOURS * hourMs),
    })
  })
  return recognised.kind === 'signed-in' ? { sessionToken } : { refused: recognised.kind }
}
