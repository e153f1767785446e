import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createTransport } from 'nodemailer'
import { formField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { JsonFile } from '../serving/json-file.ts'
import { noticePage, sendPage } from '../serving/page.ts'
import { type Account, identityStandIn, sameEmail } from './account.ts'
import type { AccountStore } from './account-store.ts'
import type { IdentitySettings } from './identity-settings.ts'

interface Ticket {
  subject: string
  /** The email address to verify. The ticket is invalid once the account has another address. */
  email: string
  expiresAtMs: number
  isUsed: boolean
}

const ticketLifetimeMs = 5 * 24 * 60 * 60 * 1000
/** The delays before the first attempt and each retry. */
const sendDelaysMs = [0, 1_000, 5_000, 30_000, 120_000]
const from = '"Sign-in (local stand-in)" <no-reply@identity.localhost>'

function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url')
}

/** Sends verification mails and redeems the single-use links in them. */
export class Verification {
  readonly #settings: IdentitySettings
  readonly #accounts: AccountStore
  readonly #tickets: JsonFile<Record<string, Ticket>>
  readonly #stopped = new AbortController()

  constructor(settings: IdentitySettings, accounts: AccountStore) {
    this.#settings = settings
    this.#accounts = accounts
    this.#tickets = new JsonFile(join(settings.dataFolder, 'verification-tickets.json'), {})
    for (const [hash, { expiresAtMs }] of Object.entries(this.#tickets.value))
      if (expiresAtMs <= Date.now()) delete this.#tickets.value[hash]
  }

  /** Sends the mail in the background, so that a slow mail server does not delay the request. */
  async send(account: Account): Promise<void> {
    const ticket = randomBytes(32).toString('base64url')
    this.#tickets.value[hashTicket(ticket)] = {
      subject: account.subject,
      email: account.email,
      expiresAtMs: Date.now() + ticketLifetimeMs,
      isUsed: false,
    }
    await this.#tickets.save()
    const link = new URL('verify-email', this.#settings.issuer)
    link.searchParams.set('ticket', ticket)
    void this.#deliver(account.email, link.href)
  }

  /** Redeems a ticket, which works once. The result distinguishes used and unknown tickets. */
  async redeem(ticket: string): Promise<Outcome> {
    const known = this.#tickets.value[hashTicket(ticket)]
    const account = known && this.#accounts.find(known.subject)
    if (!account || known.expiresAtMs <= Date.now() || !sameEmail(account.email, known.email))
      return 'unknown'
    if (known.isUsed) return 'used'
    known.isUsed = true
    await this.#tickets.save()
    await this.#accounts.update(account, { emailVerified: true, updatedAt: new Date().toISOString() })
    return 'verified'
  }

  close(): void {
    this.#stopped.abort()
  }

  async #deliver(to: string, link: string): Promise<void> {
    const transport = createTransport({
      url: this.#settings.smtpUrl,
      connectionTimeout: 5_000,
      socketTimeout: 20_000,
    })
    const subject = 'Verify your email address'
    const text = `Please confirm that this is your email address by opening this link:\n\n${link}\n\nIt works once, for five days.`
    const markup =
      html`<div style="max-width:30rem;margin:1.5rem auto;padding:0 1rem;color:#12110f;font:15px/1.5 system-ui,sans-serif">
<p>Please confirm that this is your email address:</p>
<p><a href="${link}" style="display:inline-block;padding:.55rem 1rem;border-radius:6px;background:#006d71;color:#fff;font-weight:600;text-decoration:none">Verify your email address</a></p>
<p style="color:#55544e">The link works once, for five days.</p></div>`.markup
    const mail = { from, to, subject, text, html: markup }
    for (const delayMs of sendDelaysMs) {
      try {
        await sleep(delayMs, undefined, { signal: this.#stopped.signal, ref: false })
        await transport.sendMail(mail)
        return
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        console.warn(
          'The verification mail could not be sent:',
          error instanceof Error ? error.message : error,
        )
      }
    }
  }
}

type Outcome = 'verified' | 'used' | 'unknown'

const outcomes: Record<Outcome, { title: string; sentence: string }> = {
  verified: {
    title: 'Your email is verified',
    sentence: 'Thank you. You can close this page or continue to the portal.',
  },
  used: {
    title: 'This link has been used already',
    sentence: 'Each link works once. Ask for a new one in the portal if you need it.',
  },
  unknown: {
    title: 'This link is not valid',
    sentence: 'It has expired or is incomplete. Ask for a new one in the portal.',
  },
}

/** Registers the page that a verification link opens. A `HEAD` request does not redeem the link. */
export function registerVerificationRoutes(
  app: FastifyInstance,
  verification: Verification,
  { verificationResultUrl }: IdentitySettings,
): void {
  app.get('/verify-email', { exposeHeadRoute: false }, async ({ query }, reply) => {
    const outcome = await verification.redeem(formField(query, 'ticket'))
    const { title, sentence } = outcomes[outcome]
    const isVerified = outcome === 'verified'
    // Auth0 also appends these parameters to its "Redirect To" URL.
    const url = new URL(verificationResultUrl)
    url.searchParams.set('success', String(isVerified))
    url.searchParams.set('message', title)
    const back = html`<a class="button" href="${url.href}">Back to the portal</a>`
    return sendPage(reply, isVerified ? 200 : 400, noticePage(identityStandIn, title, sentence, back))
  })
}
