import type { Encoding } from './static-files.ts'

const preferred: readonly Encoding[] = ['br', 'gzip']

/** Returns the preferred encoding that an `Accept-Encoding` header accepts (RFC 9110, section 12.5.3). */
export function acceptedEncoding(header: string | undefined): Encoding | undefined {
  if (!header || header.length > 1_000) return undefined
  const weights = new Map(
    header.split(',').map((part): [string, number] => {
      const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return [name, weight === undefined ? 1 : Number(weight.slice(2))]
    }),
  )
  return preferred.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0)
}
