/** Sends mails by SMTP. Only jobs send mails, so that none is lost while the mail server is unavailable. */
import { createTransport, type SendMailOptions } from 'nodemailer'
import parse from 'nodemailer/lib/addressparser'
import type { Config } from '../../config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface MailGateway {
  /**
   * Throws `UndeliverableMailError` if the mail can never be delivered, and any other error if it may be accepted later.
   */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Adds what every message has: the sender, the reply address, and the header that stops automatic replies. */
export function messageOf(
  mail: Mail,
  { MAIL_FROM, MAIL_REPLY_TO }: Pick<Config, 'MAIL_FROM' | 'MAIL_REPLY_TO'>,
): SendMailOptions {
  return {
    ...mail,
    from: MAIL_FROM,
    // As an object, the address is never parsed as a list.
    to: { name: '', address: mail.to },
    ...(MAIL_REPLY_TO === '' ? {} : { replyTo: MAIL_REPLY_TO }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** The mail server permanently refused this mail or its address, so a retry would fail the same way. */
export class UndeliverableMailError extends Error {
  /** The SMTP reply, such as 550, if the server gave one. */
  readonly responseCode: number | undefined

  constructor(responseCode?: number) {
    super(
      responseCode === undefined ? 'The address is not one mailbox' : `The server answered ${responseCode}`,
    )
    this.name = 'UndeliverableMailError'
    this.responseCode = responseCode
  }
}

interface SmtpError {
  code?: string
  command?: string
  responseCode?: number
}

/**
 * Converts a permanent failure of this mail. A failure of the connection or of the server's own sign-in (`EAUTH`) is an
 * outage and says nothing about the mail, whatever its status.
 */
function permanentFailureOf(error: unknown): UndeliverableMailError | undefined {
  const { code, command, responseCode = 0 } = error as SmtpError
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined
  if (command === 'API') return new UndeliverableMailError()
  return responseCode >= 500 ? new UndeliverableMailError(responseCode) : undefined
}

/** Whether a mail program reads the text as exactly one mailbox, without a name or a group. */
export function isOneMailbox(address: string): boolean {
  const [mailbox, ...others] = parse(address, { flatten: true })
  return others.length === 0 && mailbox?.name === '' && mailbox.address === address
}

/** Sends the mail of a job. Returns normally if the mail can never be delivered, so that the job isn't retried. */
export async function deliverMail(
  gateway: MailGateway,
  mail: Mail,
  log: { error(details: object, message: string): void },
): Promise<void> {
  try {
    await gateway.send(mail)
  } catch (error) {
    if (!(error instanceof UndeliverableMailError)) throw error
    log.error({ err: error }, 'a mail was refused permanently and is not sent again')
  }
}

const answerTimeoutMs = 10_000

export function openMailGateway(config: Config): MailGateway {
  const transport = createTransport({
    url: config.SMTP_URL,
    connectionTimeout: answerTimeoutMs,
    greetingTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      if (!isOneMailbox(mail.to)) throw new UndeliverableMailError()
      try {
        await transport.sendMail(messageOf(mail, config))
      } catch (error) {
        throw permanentFailureOf(error) ?? error
      }
    },
    close: () => transport.close(),
  }
}
