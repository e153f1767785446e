import { truncateText } from './text-length.ts'

/** Returns the initials of the first and last word of a name in upper case, or "?" if it has no letter or digit. */
export function initialsOf(name: string): string {
  const words = truncateText(name, 200)
    .split(/[\s._@-]+/u)
    .map((word) => word.match(/[\p{L}\p{N}]/u)?.[0])
    .filter((letter) => letter !== undefined)
  const [first] = words
  const last = words.length > 1 ? words.at(-1) : undefined
  if (first === undefined) return '?'
  return `${first}${last ?? ''}`.toLocaleUpperCase()
}
