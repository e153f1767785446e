/** A whole count as people read it: never negative, no fractions, "99+" above `max`. */
export function formatCount(count: number, max = Number.POSITIVE_INFINITY): string {
  const whole = Number.isNaN(count) ? 0 : Math.max(0, Math.floor(count))
  return whole > max ? `${max.toLocaleString('en')}+` : whole.toLocaleString('en')
}
