/** First and last name, as far as they are known. */
export function fullName(person: { firstName: string | null; lastName: string | null }): string | undefined {
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || undefined
}
