interface Named {
  firstName?: string | null | undefined
  lastName?: string | null | undefined
}

/** First and last name, or the one that is known. Null if neither is. */
export const fullName = ({ firstName, lastName }: Named): string | null =>
  [firstName, lastName].filter(Boolean).join(' ') || null
