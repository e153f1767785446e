/** Names on filter pills are cut to this length. */
export const filterNameMaxLength = 40

/** Cuts a longer name to 40 characters plus '...'. A character of two code units counts as one and is never split. */
export function shortFilterName(name: string): string {
  const characters = [...name.slice(0, 2 * filterNameMaxLength + 1)]
  return characters.length > filterNameMaxLength
    ? `${characters.slice(0, filterNameMaxLength).join('')}...`
    : name
}
