/** How tables show dates and people. */
import { fullName } from '@portal/contract/text/full-name'

/** `2026-11-22 14:05` in the local time zone, which sorts and has one width. */
export function formatTime(iso: string | null | undefined): string {
  if (iso === null || iso === undefined) return '-'
  const at = new Date(iso)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`
}

interface Person {
  firstName: string | null
  lastName: string | null
  email?: string | null
}

/** The name, or the email address of a user without one. */
export function formatPerson(person: Person): string {
  return fullName(person) || person.email || '-'
}
