import { deviceName } from '@portal/contract/sessions/device-name'
import { hashOf } from '../../crypto/secrets.ts'
import type { Orm } from '../../db/database.ts'
import { findPerson } from '../../guard/person-store.ts'
import type { Services } from '../../services.ts'
import { mailNewDevice } from '../sessions/identity-notice-actions.ts'
import { saveDevice } from './device-store.ts'

/** The browser of a sign-in. The secret is the value of its device cookie. */
export interface Device {
  secret: string
  userAgent: string | null
  ipAddress: string
  at: Date
}

/**
 * Stores the browser of a sign-in, and mails the user about a new browser unless it is the account's first one.
 * Without `isMailed` nothing is mailed, because another mail already reports the sign-in.
 */
export async function rememberDevice(
  services: Pick<Services, 'config' | 'jobs'>,
  tx: Orm,
  { userId, isMailed, device }: { userId: string; isMailed: boolean; device: Device },
): Promise<void> {
  const { secret, userAgent, ipAddress, at } = device
  const found = await saveDevice(tx, { userId, deviceHash: hashOf(`${userId} ${secret}`), at })
  if (found !== 'new' || !isMailed) return
  const person = await findPerson(tx, userId)
  if (!person?.emailVerified) return
  await mailNewDevice(services, tx, person, { device: deviceName(userAgent), ipAddress, at })
}
