/** The names on filter pills are cut to this length. */
export const filterNameMaxLength = 40

/** The first 40 characters and '...' of a longer name. A character of two code units counts as one and is never cut in half. */
export function shortFilterName(name: string): string {
  const characters = [...name.slice(0, 2 * filterNameMaxLength + 1)]
  return characters.length > filterNameMaxLength
    ? `${characters.slice(0, filterNameMaxLength).join('')}...`
    : name
}
