/** Sends mails by SMTP. Only jobs send mails, so that none is lost while the mail server is unavailable. */
import type { SendMailOptions, Transporter } from 'nodemailer'
import type { Config } from '../../config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface MailGateway {
  /** Throws if the server does not accept the mail. */
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

const answerTimeoutMs = 10_000

/** Loads the library on the first mail. */
async function connect(config: Config): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url: config.SMTP_URL,
    connectionTimeout: answerTimeoutMs,
    greetingTimeout: answerTimeoutMs,
    socketTimeout: answerTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export function openMailGateway(config: Config): MailGateway {
  let transport: Promise<Transporter> | undefined
  return {
    async send(mail) {
      transport ??= connect(config)
      await (await transport).sendMail(messageOf(mail, config))
    },
    close: () => void transport?.then((open) => open.close()),
  }
}
