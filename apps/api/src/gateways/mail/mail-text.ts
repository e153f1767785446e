/** Formats mails as plain text and as HTML. User input is escaped in both. */
import type { Config } from '../../config.ts'
import type { Mail } from './mail.ts'

export interface MailContent {
  to: string
  subject: string
  /** Paragraphs, each one line. */
  paragraphs: readonly string[]
  action?: { label: string; url: string }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Returns user input that no mail program turns into a link or a header. An invisible word joiner after each dot, slash,
 * colon and at sign keeps a workspace name that looks like a URL from becoming a link.
 */
export function inert(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/(?<=[./@:])(?=\S)/gu, '\u2060')
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

/** Formats a mail for sending. */
export function mailOf(content: MailContent, config: Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL'>): Mail {
  const { to, subject, paragraphs, action } = content
  const footer = `${config.PRODUCT_NAME}. Questions? Write to ${config.SUPPORT_EMAIL}.`
  const lines = action ? [...paragraphs, `${action.label}: ${action.url}`, footer] : [...paragraphs, footer]
  const button = action
    ? `<p><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1f5ce6;color:#ffffff;text-decoration:none">${escapeHtml(action.label)}</a></p>`
    : ''
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('')
  const html = `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;font-size:15px;line-height:1.5;color:#232831;max-width:560px">${body}${button}<p style="color:#6b7482;font-size:13px">${escapeHtml(footer)}</p></body></html>`
  return {
    to,
    subject: subject.replace(/[\p{Cc}]+/gu, ' ').slice(0, 200),
    text: `${lines.join('\n\n')}\n`,
    html,
  }
}
