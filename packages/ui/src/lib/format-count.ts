/**
 * Formats a count as a non-negative whole number with grouped thousands. Above `max`, returns `max` with a plus sign
 * ("99+").
 */
export function formatCount(count: number, max = Number.POSITIVE_INFINITY): string {
  const whole = Number.isNaN(count) ? 0 : Math.max(0, Math.floor(count))
  return whole > max ? `${max.toLocaleString('en')}+` : whole.toLocaleString('en')
}

/** "1 member" or "2 members". */
export const formatCountOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`
