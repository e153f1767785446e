import { truncateText } from '@portal/ui/lib/text-length'

const maxLength = 60

/** Shortens a name for a message that has little room, such as a toast. Never cuts a visible character. */
export function shortName(name: string): string {
  const start = truncateText(name, maxLength)
  return start === name ? name : `${start.trimEnd()}…`
}
