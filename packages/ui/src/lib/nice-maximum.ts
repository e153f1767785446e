/**
 * Returns the end of a scale that starts at 0: the smallest of 1, 2, 4, 5 or 10 times a power of ten that is not below
 * the value.
 */
export function niceMaximum(value: number): number {
  if (!(value > 1)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = [1, 2, 4, 5, 10].find((factor) => factor * power >= value) ?? 10
  return step * power
}
