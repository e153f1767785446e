/** Names and dates as mails show them. Names that users typed can't become links. */
import type { Config } from '../../config.ts'
import { inert } from './mail-text.ts'

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
export function nameWithAddress({ firstName, lastName, email }: NamedUser): string {
  const name = [firstName, lastName].filter(Boolean).join(' ')
  return inert(name === '' ? email : `${name} (${email})`)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

export const formatDay = (date: Date) => dayFormat.format(date)

/** The button that leads to the workspaces page. */
export const workspacesAction = (config: Pick<Config, 'PORTAL_URL'>) => ({
  label: 'Open your workspaces',
  url: `${config.PORTAL_URL}/workspaces`,
})
