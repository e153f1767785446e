/** Mails about pauses that staff start or end, and about pauses that reach their end date. */
import type { Mail } from '../../../gateways/mail/mail.ts'
import {
  formatInstant,
  inert,
  type MailConfig,
  type MailContent,
  mailOf,
  quotedName,
  workspacesAction,
} from '../../../gateways/mail/mail-text.ts'
import type { AccountPause } from './pause-store.ts'

interface PauseTerms {
  /** Why the pause began, or why it ended. */
  reason?: string | null
  /** When the pause ends by itself. */
  until?: Date | null
}

interface AccountPauseFacts extends PauseTerms {
  to: string
  pause: AccountPause
  isPaused: boolean
  /** This pause has ended, but the account's other pause has not. */
  isStillPaused: boolean
  /** The account is suspended for an unpaid invoice, and not by staff. */
  isSuspendedUnpaid: boolean
}

interface WorkspacePauseFacts extends PauseTerms {
  to: string
  workspaceName: string
  isPaused: boolean
}

const consequence = 'While your account is paused, you can’t use it, and your API tokens are refused.'

function termParagraphs({ reason, until }: PauseTerms): string[] {
  return [
    ...(reason ? [`Reason: ${inert(reason)}`] : []),
    ...(until ? [`The pause ends automatically on ${formatInstant(until)}.`] : []),
  ]
}

/** Names the pause, because the account's other pause may continue. */
function endParagraphs(pause: AccountPause, { reason }: PauseTerms): string[] {
  return reason ? [`Reason for ending the ${pause}: ${inert(reason)}`] : []
}

/** What the user can do about a pause of their account. */
function nextStep(
  pause: AccountPause,
  { isSuspendedUnpaid }: Pick<AccountPauseFacts, 'isSuspendedUnpaid'>,
  config: MailConfig,
): { text: string; action?: MailContent['action'] } {
  if (pause === 'quarantine')
    return { text: `To have the quarantine reviewed, write to ${config.SUPPORT_EMAIL}.` }
  return {
    text: isSuspendedUnpaid
      ? 'Your account is reactivated automatically as soon as every overdue invoice is paid.'
      : `To have your account reactivated, pay what is due or update your payment details, then write to ${config.SUPPORT_EMAIL}.`,
    action: { label: 'See how to reactivate your account', url: `${config.PORTAL_URL}/suspension-notice` },
  }
}

/** Sent when a pause of an account begins, changes its end date or ends. */
export function accountPausedMail(facts: AccountPauseFacts, config: MailConfig): Mail {
  if (facts.isPaused) return pauseBeganMail(facts, config)
  return facts.isStillPaused ? stillPausedMail(facts, config) : activeAgainMail(facts, config)
}

function pauseBeganMail(facts: AccountPauseFacts, config: MailConfig): Mail {
  const { to, pause } = facts
  const { text, ...action } = nextStep(pause, facts, config)
  const isQuarantine = pause === 'quarantine'
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account is ${isQuarantine ? 'quarantined' : 'paused'}`,
      paragraphs: [
        isQuarantine
          ? 'Your account is paused for suspicious activity.'
          : 'Your account is paused pending payment or payment information.',
        ...termParagraphs(facts),
        consequence,
        text,
      ],
      ...action,
    },
    config,
  )
}

function stillPausedMail(facts: AccountPauseFacts, config: MailConfig): Mail {
  const { to, pause } = facts
  const account = `Your ${config.PRODUCT_NAME} account`
  const isQuarantineOver = pause === 'quarantine'
  const { text, ...action } = nextStep(isQuarantineOver ? 'suspension' : 'quarantine', facts, config)
  return mailOf(
    {
      to,
      subject: isQuarantineOver
        ? `${account} is no longer quarantined but is still paused`
        : `${account} is no longer suspended but is still quarantined`,
      paragraphs: [
        isQuarantineOver
          ? 'Your account is no longer quarantined. It is still paused pending payment or payment information.'
          : 'Your account is no longer suspended. It is still paused for suspicious activity.',
        ...endParagraphs(pause, facts),
        consequence,
        text,
      ],
      ...action,
    },
    config,
  )
}

function activeAgainMail(facts: AccountPauseFacts, config: MailConfig): Mail {
  const { to, pause } = facts
  return mailOf(
    {
      to,
      subject: `Your ${config.PRODUCT_NAME} account is active again`,
      paragraphs: [
        `Your account is no longer ${pause === 'quarantine' ? 'quarantined' : 'suspended'}. You can use it again, and your API tokens work again.`,
        ...endParagraphs(pause, facts),
      ],
      action: workspacesAction(config),
    },
    config,
  )
}

/** Sent to the owner when the quarantine of a workspace begins, changes its end date or ends. */
export function workspacePausedMail(facts: WorkspacePauseFacts, config: MailConfig): Mail {
  const workspace = `Your workspace ${quotedName(facts.workspaceName)}`
  if (!facts.isPaused)
    return mailOf(
      {
        to: facts.to,
        subject: `${workspace} is active again`,
        paragraphs: [
          `${workspace} is no longer quarantined. Its members can open it again, and its API tokens work again.`,
          ...endParagraphs('quarantine', facts),
        ],
        action: workspacesAction(config),
      },
      config,
    )
  return mailOf(
    {
      to: facts.to,
      subject: `${workspace} is quarantined`,
      paragraphs: [
        `${workspace} is paused for suspicious activity.`,
        ...termParagraphs(facts),
        'While the workspace is quarantined, its members can’t open it, and its API tokens are refused.',
        `To have the quarantine reviewed, write to ${config.SUPPORT_EMAIL}.`,
      ],
    },
    config,
  )
}
