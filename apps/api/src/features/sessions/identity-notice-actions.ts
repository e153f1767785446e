/** The mails about a user's ways to sign in, devices and address. Each goes to a verified address. */
import { providerName } from '@portal/contract/sessions/provider-name'
import type { Orm } from '../../db/database.ts'
import {
  formatInstant,
  inert,
  type MailContent,
  mailOf,
  securityAction,
} from '../../gateways/mail/mail-text.ts'
import type { Person } from '../../guard/caller.ts'
import type { Services } from '../../services.ts'

type MailServices = Pick<Services, 'config' | 'jobs'>
type Recipient = Pick<Person, 'id' | 'email'>

async function send(
  { config, jobs }: MailServices,
  tx: Orm,
  { id, email }: Recipient,
  content: Pick<MailContent, 'subject' | 'paragraphs'>,
): Promise<void> {
  await jobs.sendMail(tx, id, mailOf({ to: email, ...content, action: securityAction(config) }, config))
}

const providerOf = (identity: string) => inert(providerName(identity))

/** Another identity with the address of the account signs in for the first time, or was approved. */
export function mailLinkedIdentity(services: MailServices, tx: Orm, account: Recipient, identity: string) {
  return send(services, tx, account, {
    subject: `New way to sign in to your ${services.config.PRODUCT_NAME} account`,
    paragraphs: [
      `You can now sign in to your account with ${providerOf(identity)}. It uses the same verified email address as your account.`,
      'If you did not add it, remove it in the Security section of your account, and sign out all other sessions.',
    ],
  })
}

/** An identity that was used before its address was verified waits for approval. */
export function mailWaitingIdentity(services: MailServices, tx: Orm, account: Recipient, identity: string) {
  return send(services, tx, account, {
    subject: `Approve a new way to sign in to your ${services.config.PRODUCT_NAME} account`,
    paragraphs: [
      `A new sign-in with ${providerOf(identity)} uses your email address. It can't open your account until you approve it.`,
      'If it was you, sign in the way you usually do and approve it in the Security section of your account.',
      'If it was not you, remove it there. Your account has not been opened.',
    ],
  })
}

/** A user removes a way to sign in. */
export function mailRemovedIdentity(services: MailServices, tx: Orm, account: Recipient, identity: string) {
  return send(services, tx, account, {
    subject: `Way to sign in removed from your ${services.config.PRODUCT_NAME} account`,
    paragraphs: [
      `You can no longer sign in to your account with ${providerOf(identity)}, and the sessions that were signed in with it have ended.`,
      'If you did not remove it, sign out all other sessions in the Security section of your account.',
    ],
  })
}

/** Mails both addresses, so that the owner of the old one notices a change they did not make. */
export async function mailAddressChange(
  services: MailServices,
  tx: Orm,
  { id, email: from }: Recipient,
  to: string,
): Promise<void> {
  const { config } = services
  for (const email of [from, to])
    await send(
      services,
      tx,
      { id, email },
      {
        subject: `The email address of your ${config.PRODUCT_NAME} account has changed`,
        paragraphs: [
          `The email address of your account was ${inert(from)} and is now ${inert(to)}. All messages go to the new address.`,
          `If you did not change it, write to ${config.SUPPORT_EMAIL} immediately.`,
        ],
      },
    )
}

/** A user signs in from a browser that has not signed in to the account before. */
export function mailNewDevice(
  services: MailServices,
  tx: Orm,
  person: Recipient,
  { device, ipAddress, at }: { device: string; ipAddress: string; at: Date },
) {
  return send(services, tx, person, {
    subject: `New sign-in to your ${services.config.PRODUCT_NAME} account`,
    paragraphs: [
      `Your account was opened in a browser that it has not been used in before: ${inert(device)}, on ${formatInstant(at)}, from the IP address ${inert(ipAddress)}.`,
      'If it was you, you don’t need to do anything. If it was not you, sign out this session in the Security section of your account, and change your password.',
    ],
  })
}

/** A user approves the sign-in of a command-line tool, which is a new device each time, because nothing recognizes it. */
export function mailNewTool(
  services: MailServices,
  tx: Orm,
  person: Recipient,
  { tool, ipAddress, at }: { tool: string; ipAddress: string | null; at: Date },
) {
  const from = ipAddress === null ? '' : `, from the IP address ${inert(ipAddress)}`
  return send(services, tx, person, {
    subject: `New command-line sign-in to your ${services.config.PRODUCT_NAME} account`,
    paragraphs: [
      `The sign-in of a command-line tool to your account was approved: ${inert(tool)}, on ${formatInstant(at)}${from}.`,
      'If it was you, you don’t need to do anything. If it was not you, sign out this session and all others in the Security section of your account, and change your password.',
    ],
  })
}
