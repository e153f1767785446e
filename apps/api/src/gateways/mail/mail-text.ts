/** Formats mails as plain text and as HTML. User input is escaped in both. */
import { truncateText } from '@portal/contract/truncate-text'
import type { Config } from '../../config.ts'
import type { Mail } from './mail.ts'
import { type MailParts, mailHtml } from './mail-html.ts'

const subjectMaxLength = 200

export interface MailContent extends MailParts {
  to: string
}

/**
 * Returns user input that no mail program turns into a link or a header. An invisible word joiner after each dot, slash,
 * colon and at sign keeps a workspace name that looks like a URL from becoming a link.
 */
export function inert(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/(?<=[./@:])(?=\S)/gu, '\u2060')
}

/** Formats a mail for sending. */
export function mailOf(content: MailContent, config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>): Mail {
  const { to, paragraphs, action, smallPrint = [] } = content
  const subject = truncateText(content.subject.replace(/[\p{Cc}]+/gu, ' '), subjectMaxLength)
  const footer = `${config.PRODUCT_NAME}. Questions? Write to ${config.SUPPORT_EMAIL}.`
  const link = action ? [`${action.label}: ${action.url}`] : []
  const lines = [...paragraphs, ...link, ...smallPrint, footer]
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n`,
    html: mailHtml({ ...content, subject }, config.PRODUCT_NAME, footer),
  }
}
