/** Queues the mails about a user's ways to sign in and their address. Only a verified address gets mails. */
import type { Orm } from '../../db/database.ts'
import type { IdentityProfile } from '../../gateways/identity/identity.ts'
import type { Person } from '../../guard/caller.ts'
import type { Services } from '../../services.ts'
import type { Account } from '../account/account-store.ts'
import * as mails from './identity-mails.ts'

type MailServices = Pick<Services, 'config' | 'jobs'>

export async function mailLinkedIdentity(
  { config, jobs }: MailServices,
  tx: Orm,
  { id, email, emailVerified }: Pick<Account, 'id' | 'email' | 'emailVerified'>,
  { subject }: Pick<IdentityProfile, 'subject'>,
): Promise<void> {
  if (emailVerified) await jobs.sendMail(tx, id, mails.identityLinkedMail({ to: email, subject }, config))
}

export async function mailWaitingIdentity(
  { config, jobs }: MailServices,
  tx: Orm,
  { id, email }: Account,
  { subject }: IdentityProfile,
): Promise<void> {
  await jobs.sendMail(tx, id, mails.identityWaitingMail({ to: email, subject }, config))
}

/** Mails both addresses, so that the owner of the old one notices a change they did not make. */
export async function mailAddressChange(
  { config, jobs }: MailServices,
  tx: Orm,
  { id, email: from }: Account,
  to: string,
): Promise<void> {
  for (const recipient of [from, to])
    await jobs.sendMail(tx, id, mails.addressChangedMail({ recipient, from, to }, config))
}

export async function mailNewDevice(
  { config, jobs }: MailServices,
  tx: Orm,
  userId: string,
  facts: Parameters<typeof mails.newDeviceMail>[0],
): Promise<void> {
  await jobs.sendMail(tx, userId, mails.newDeviceMail(facts, config))
}

/** A command-line tool is a new device each time, because nothing recognizes it. */
export async function mailNewTool(
  { config, jobs }: MailServices,
  tx: Orm,
  { id, email: to }: Pick<Person, 'id' | 'email'>,
  facts: Omit<Parameters<typeof mails.newToolMail>[0], 'to'>,
): Promise<void> {
  await jobs.sendMail(tx, id, mails.newToolMail({ to, ...facts }, config))
}
