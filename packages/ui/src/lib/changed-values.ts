/** Compares the values of a form by field. Objects nest fields. A list is a single value. */

type Values = Readonly<Record<string, unknown>>

function isValues(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

/** Whether two values of a field are equal. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((part, at) => isSame(part, other[at]))
  if (isValues(one) && isValues(other))
    return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) =>
      isSame(one[key], other[key]),
    )
  return Object.is(one, other)
}

/** Returns the fields of `after` whose value differs from `before`, nested as they are in `after`. */
export function changedValues(before: unknown, after: object): Values {
  const known = isValues(before) ? before : {}
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(after)) {
    if (isSame(known[key], value)) continue
    changes[key] = isValues(value) ? changedValues(known[key], value) : value
  }
  return changes
}

/** Lists every field with its dotted path. */
export function fieldValues(values: object, prefix = ''): [path: string, value: unknown][] {
  return Object.entries(values).flatMap(([key, value]) =>
    isValues(value) ? fieldValues(value, `${prefix}${key}.`) : [[`${prefix}${key}`, value] as const],
  ) as [string, unknown][]
}
