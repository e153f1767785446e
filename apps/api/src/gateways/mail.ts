/** Mails by SMTP. They are sent by jobs, so that none is lost while the mail server is away. */
import { createTransport } from 'nodemailer'
import type { Config } from '../config.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
}

export interface MailGateway {
  /** Throws when the server does not take the mail. */
  send(mail: Mail): Promise<void>
  close(): void
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
      await transport.sendMail({ from: config.MAIL_FROM, ...mail })
    },
    close: () => transport.close(),
  }
}
