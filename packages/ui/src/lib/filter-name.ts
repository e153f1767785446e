import { isTooLong, truncateText } from './text-length.ts'

/** Names on filter pills are cut to this length. */
export const filterNameMaxLength = 40

/** Cuts a longer name to 40 characters plus '...'. */
export function shortFilterName(name: string): string {
  return isTooLong(name, filterNameMaxLength) ? `${truncateText(name, filterNameMaxLength)}...` : name
}
