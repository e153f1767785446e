/** What people are told by mail about their account. */
import type { Config } from '../../config.ts'
import type { Mail } from '../../gateways/mail/mail.ts'
import { inert, mailOf } from '../../gateways/mail/mail-text.ts'

type MailConfig = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>

export function accountDeletedMail(facts: { to: string; restorableDays: number }, config: MailConfig): Mail {
  return mailOf(
    {
      to: facts.to,
      subject: `Your ${config.PRODUCT_NAME} account has been deleted`,
      paragraphs: [
        'Your account and the workspaces that only you used have been deleted. Your sessions and API tokens have ended.',
        `If this was not you, or you want them back, write to ${config.SUPPORT_EMAIL} within ${facts.restorableDays} days.`,
      ],
    },
    config,
  )
}

export function accountRestoredMail(to: string, config: MailConfig): Mail {
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account has been restored`,
      paragraphs: [
        'Your account is back, with the workspaces that were deleted with it.',
        'API tokens and sessions of before have ended for good. Other people’s workspaces need a new invitation.',
      ],
      action: { label: 'Sign in', url: `${config.PORTAL_URL}/login` },
    },
    config,
  )
}

export type Pause = 'quarantine' | 'suspension'

/** What staff said of a pause that has begun. */
export interface PauseTerms {
  reason?: string | null
  /** When it ends by itself. */
  until?: Date | null
}

export interface PauseFacts extends PauseTerms {
  to: string
  pause: Pause
  isPaused: boolean
  /** The other pause lasts still. */
  isStillPaused: boolean
}

const reasons: Record<Pause, string> = {
  quarantine: 'Your account is paused for suspicious activity.',
  suspension: 'Your account is paused pending payment or payment information.',
}
const meanwhile = 'Until then you cannot use it, and your API tokens are refused.'

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Why, and until when, where that was said. */
export function termParagraphs({ reason, until }: PauseTerms): string[] {
  return [
    ...(reason ? [`The reason given: ${inert(reason)}`] : []),
    ...(until ? [`It ends by itself on ${moment.format(until)} UTC.`] : []),
  ]
}

/** Sent when a pause begins and when it ends (SPEC section 2, the two notices). */
export function accountPausedMail(facts: PauseFacts, config: MailConfig): Mail {
  return facts.isPaused ? begunMail(facts, config) : endedMail(facts, config)
}

function begunMail(facts: PauseFacts, config: MailConfig): Mail {
  const { to, pause } = facts
  const account = `Your ${config.PRODUCT_NAME} account`
  if (pause === 'quarantine')
    return mailOf(
      {
        to,
        subject: `${account} is quarantined`,
        paragraphs: [
          reasons.quarantine,
          ...termParagraphs(facts),
          `Write to ${config.SUPPORT_EMAIL} to have this cleared. ${meanwhile}`,
        ],
      },
      config,
    )
  return mailOf(
    {
      to,
      subject: `${account} is paused`,
      paragraphs: [
        reasons.suspension,
        ...termParagraphs(facts),
        `Update your payment details to go on. ${meanwhile}`,
      ],
      action: { label: 'See how to go on', url: `${config.PORTAL_URL}/suspension-notice` },
    },
    config,
  )
}

function endedMail({ to, pause, isStillPaused }: PauseFacts, config: MailConfig): Mail {
  const account = `Your ${config.PRODUCT_NAME} account`
  const ended = `The ${pause} of your account has ended.`
  if (isStillPaused)
    return mailOf(
      {
        to,
        subject: `${account}: the ${pause} has ended`,
        paragraphs: [ended, reasons[pause === 'quarantine' ? 'suspension' : 'quarantine']],
      },
      config,
    )
  return mailOf(
    {
      to,
      subject: `${account} is open again`,
      paragraphs: [ended, 'Your API tokens work again.'],
      action: { label: 'Open your workspaces', url: `${config.PORTAL_URL}/workspaces` },
    },
    config,
  )
}
