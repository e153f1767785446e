/** First and last name, or the one that is known. Undefined if neither is. */
export function fullName(person: { firstName: string | null; lastName: string | null }): string | undefined {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || undefined
}
