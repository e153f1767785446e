/** Formats mails as plain text and as HTML. User input is escaped in both. */
import { fullName } from '@portal/contract/text/full-name'
import { truncateText } from '@portal/contract/text/truncate-text'
import type { Config } from '../../config.ts'
import type { Mail } from './mail.ts'

const subjectMaxLength = 200

export interface MailContent {
  to: string
  subject: string
  /** Paragraphs, each one line. */
  paragraphs: readonly string[]
  /** The button, after the paragraphs. */
  action?: { label: string; url: string }
  /** Paragraphs after the button that most readers can skip. */
  smallPrint?: readonly string[]
}

/**
 * Returns user input that no mail program turns into a link or a header. An invisible word joiner after each dot, slash,
 * colon and at sign keeps a workspace name that looks like a URL from becoming a link.
 */
export function inert(typed: string): string {
  return typed.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/(?<=[./@:])(?=\S)/gu, '\u2060')
}

export type MailConfig = Pick<Config, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PORTAL_URL'>

/** A user whom a mail names. */
export interface NamedUser {
  email: string
  firstName: string | null
  lastName: string | null
}

/** The name of a workspace or token, in quotes. */
export const quotedName = (name: string) => `“${inert(name)}”`

/** `Grace Hopper (grace@example.com)`, or only the address of a user without a name. */
export function nameWithAddress(user: NamedUser): string {
  const name = fullName(user)
  return inert(name ? `${name} (${user.email})` : user.email)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const formatDay = (date: Date) => dayFormat.format(date)

const instantFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
})

export const formatInstant = (date: Date) => `${instantFormat.format(date)} UTC`

/** The button that leads to the workspaces page. */
export const workspacesAction = (config: Pick<MailConfig, 'PORTAL_URL'>) => ({
  label: 'Open your workspaces',
  url: `${config.PORTAL_URL}/workspaces`,
})

/** The button that leads to the Security section of the account. */
export const securityAction = (config: Pick<MailConfig, 'PORTAL_URL'>) => ({
  label: 'Review your security settings',
  url: `${config.PORTAL_URL}/profile/security`,
})

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#12110f!important}
.card{background:#1a1a19!important;border-color:#2c2c2a!important;color:#efeeeb!important}
.soft{color:#b2b1aa!important}
.rule{border-color:#2c2c2a!important}
.arch{border-color:#52babe!important}
.leaf{background:#52babe!important}
.button{background:#52babe!important;color:#002c2d!important}
}`

const paragraph = (text: string, style = '', name = '') =>
  `<p${name && ` class="${name}"`} style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`

/** An arch with its door ajar, as on every page of the product. */
const mark = `<span class="arch" style="display:inline-block;box-sizing:border-box;width:22px;height:24px;margin-right:10px;border:3px solid #006d71;border-bottom:0;border-radius:11px 11px 0 0;vertical-align:bottom" aria-hidden="true"><span class="leaf" style="display:block;width:7px;height:16px;margin:5px 0 0 3px;border-radius:7px 0 0 0;background:#006d71"></span></span>`

const logo = (productName: string) =>
  `<p style="margin:0 0 24px;font-size:16px;font-weight:600;line-height:24px">${mark}${escapeHtml(productName)}</p>`

const button = ({ label, url }: NonNullable<MailContent['action']>) =>
  `<p style="margin:24px 0"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:#006d71;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>`

/**
 * Mail programs drop scripts, remote images and most of CSS, so the mark is drawn with borders and every style that matters is
 * inline. The style sheet only adds dark colors, for programs that understand it.
 */
function mailHtml(content: MailContent, productName: string, footer: string): string {
  const { subject, paragraphs, action, smallPrint = [] } = content
  const small = 'font-size:13px;color:#6e6d67;'
  const body = [
    logo(productName),
    ...paragraphs.map((text) => paragraph(text)),
    action ? button(action) : '',
    ...smallPrint.map((text) => paragraph(text, small, 'soft')),
    `<p class="soft rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e7e6e3;${small}">${escapeHtml(footer)}</p>`,
  ].join('\n')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${darkStyles}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:#fafaf8">
<div class="card" style="box-sizing:border-box;max-width:560px;margin:0 auto;padding:28px;border:1px solid #e7e6e3;border-radius:10px;background:#ffffff;color:#12110f;font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:15px;line-height:1.5;overflow-wrap:anywhere">
${body}
</div>
</body>
</html>
`
}

/** Formats a mail for sending. */
export function mailOf(content: MailContent, config: Omit<MailConfig, 'PORTAL_URL'>): Mail {
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
