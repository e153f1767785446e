import type { RuleClaims, TrustRule } from '@portal/contract/trust-rules/trust-rules'

/** Formats claims as one `name=value` per line. A claim with several values has several lines. */
export function formatClaims(claims: Readonly<Record<string, string | readonly string[]>>): string {
  return Object.entries(claims)
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}=${value}`))
    .join('\n')
}

/** Formats everything that a rule compares, one `name=value` per line. */
export const formatConditions = ({ issuer, audience, claims }: TrustRule): string =>
  formatClaims({ iss: issuer, aud: audience, ...claims })

/** Parses one `name=value` per line. Returns undefined if a line has another form. */
export function parseClaims(text: string): RuleClaims | undefined {
  const values = new Map<string, string[]>()
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const at = line.indexOf('=')
    const value = line.slice(at + 1).trim()
    if (at < 1 || value === '') return undefined
    const name = line.slice(0, at).trim()
    values.set(name, [...(values.get(name) ?? []), value])
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] ?? '') : all]))
}
