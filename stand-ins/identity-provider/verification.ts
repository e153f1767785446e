import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { html } from '../serving/html.ts'
import { JsonFile } from '../serving/json-file.ts'
import { type Account, sameEmail } from './account.ts'
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
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000]
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

  private constructor(
    settings: IdentitySettings,
    accounts: AccountStore,
    tickets: JsonFile<Record<string, Ticket>>,
  ) {
    this.#settings = settings
    this.#accounts = accounts
    this.#tickets = tickets
  }

  static async open(settings: IdentitySettings, accounts: AccountStore): Promise<Verification> {
    const path = join(settings.dataFolder, 'verification-tickets.json')
    const tickets = await JsonFile.open<Record<string, Ticket>>({ path, initial: () => ({}), mode: 0o600 })
    for (const [hash, ticket] of Object.entries(tickets.value)) {
      if (ticket.expiresAtMs <= Date.now()) delete tickets.value[hash]
    }
    return new Verification(settings, accounts, tickets)
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
  async redeem(ticket: string): Promise<'verified' | 'used' | 'unknown'> {
    const known = this.#tickets.value[hashTicket(ticket)]
    const account = known && this.#accounts.find(known.subject)
    if (!account || known.expiresAtMs <= Date.now() || !sameEmail(account.email, known.email))
      return 'unknown'
    if (known.isUsed) return 'used'
    known.isUsed = true
    await this.#tickets.save()
    await this.#accounts.update(account, { emailVerified: true })
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
    for (const delayMs of [...retryDelaysMs, undefined]) {
      try {
        await transport.sendMail({ from, to, subject, text, html: markup })
        return
      } catch (error) {
        if (this.#stopped.signal.aborted) return
        const reason = error instanceof Error ? error.message : String(error)
        console.warn(
          `The verification mail could not be sent${delayMs ? ', and is tried again' : ''}: ${reason}`,
        )
        if (delayMs === undefined) return
        const waited = await sleep(delayMs, true, { signal: this.#stopped.signal, ref: false }).catch(
          () => false,
        )
        if (!waited) return
      }
    }
  }
}
