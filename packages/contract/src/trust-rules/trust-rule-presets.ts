/**
 * What is known about the CI systems that issue identity tokens: their issuers, the claims that a trust rule must pin, and
 * the claims that it should pin. See docs/product/trust-rules.md#presets.
 */
import { claimValueMaxLength } from '../limits.ts'
import { isOneLine, isTooLong } from '../text/text-rules.ts'

export const trustRulePresetNames = ['github', 'gitlab', 'buildkite', 'kubernetes', 'generic'] as const
export type TrustRulePresetName = (typeof trustRulePresetNames)[number]

export interface TrustRulePreset {
  label: string
  /** The issuer of the hosted service, or an empty string where each installation has its own. */
  issuer: string
  isIssuer: (issuer: string) => boolean
  /** Claims with stable ids of one tenant. A rule for a shared issuer must pin all of them. */
  requiredClaims: readonly string[]
  /** Claims that only tokens of this kind have. Many of them are names, which can be reused after a rename. */
  typicalClaims: readonly string[]
  /** How the `sub` of such a token starts. */
  subjectPrefix?: string
}

const isOneOf =
  (...issuers: string[]) =>
  (issuer: string) =>
    issuers.includes(issuer.replace(/\/$/, ''))

const githubIssuer = 'https://token.actions.githubusercontent.com'

export const trustRulePresets: Record<TrustRulePresetName, TrustRulePreset> = {
  github: {
    label: 'GitHub Actions',
    issuer: githubIssuer,
    // Enterprises can have their own path, GHE.com has subdomains, and an Enterprise Server has its own host.
    isIssuer: (issuer) =>
      issuer === githubIssuer ||
      issuer.startsWith(`${githubIssuer}/`) ||
      /^https:\/\/token\.actions\.[a-z0-9-]+\.ghe\.com(\/|$)/.test(issuer) ||
      /^https:\/\/[^/]+\/_services\/token\/?$/.test(issuer),
    requiredClaims: ['repository_id', 'repository_owner_id'],
    typicalClaims: ['repository_id', 'repository', 'repository_owner', 'workflow_ref', 'job_workflow_ref'],
    subjectPrefix: 'repo:',
  },
  gitlab: {
    label: 'GitLab CI/CD',
    issuer: 'https://gitlab.com',
    isIssuer: isOneOf('https://gitlab.com'),
    requiredClaims: ['project_id'],
    typicalClaims: ['project_id', 'project_path', 'namespace_path'],
    subjectPrefix: 'project_path:',
  },
  buildkite: {
    label: 'Buildkite',
    issuer: 'https://agent.buildkite.com',
    isIssuer: isOneOf('https://agent.buildkite.com'),
    requiredClaims: ['organization_id', 'pipeline_id'],
    typicalClaims: ['pipeline_id', 'pipeline_slug', 'organization_slug'],
    subjectPrefix: 'organization:',
  },
  kubernetes: {
    label: 'Kubernetes',
    issuer: '',
    isIssuer: () => false,
    requiredClaims: ['sub'],
    typicalClaims: [],
    subjectPrefix: 'system:serviceaccount:',
  },
  generic: {
    label: 'Other issuer',
    issuer: '',
    isIssuer: () => false,
    requiredClaims: [],
    typicalClaims: [],
  },
}

const byName = trustRulePresetNames.map((name) => [name, trustRulePresets[name]] as const)

/** Returns the preset for an issuer and the claims of a rule or a token. A known issuer decides alone. */
export function presetOf(issuer: string, claims: Readonly<Record<string, unknown>>): TrustRulePresetName {
  const known = byName.find(([, preset]) => preset.isIssuer(issuer))
  if (known) return known[0]
  const subjects = [claims.sub].flat().map(String)
  const similar = byName.find(
    ([, { typicalClaims, subjectPrefix }]) =>
      typicalClaims.some((name) => Object.hasOwn(claims, name)) ||
      (subjectPrefix !== undefined && subjects.some((subject) => subject.startsWith(subjectPrefix))),
  )
  return similar?.[0] ?? 'generic'
}

/** Returns the required claims that a rule for this issuer doesn't pin. */
export function missingPins(issuer: string, claims: Readonly<Record<string, unknown>>): string[] {
  const { requiredClaims } = trustRulePresets[presetOf(issuer, claims)]
  return requiredClaims.filter((name) => !Object.hasOwn(claims, name))
}

/** Whether a GitHub rule accepts tokens of every event, which includes pull requests from forks. */
export function acceptsEveryEvent(issuer: string, claims: Readonly<Record<string, unknown>>): boolean {
  const isPinned = ['event_name', 'environment'].some((name) => Object.hasOwn(claims, name))
  return presetOf(issuer, claims) === 'github' && !isPinned
}

/** The claims to pin besides the required ones: an environment has its own protection rules, so it replaces event and branch. */
function furtherPins(preset: TrustRulePresetName, received: Readonly<Record<string, string>>): string[] {
  if (preset === 'generic') return ['sub']
  if (preset === 'buildkite') return ['build_branch']
  if (preset === 'gitlab') return received.environment ? ['environment'] : ['ref', 'ref_type']
  if (preset !== 'github') return []
  if (received.environment) return ['environment']
  return received.event_name === 'pull_request' ? ['event_name'] : ['event_name', 'ref']
}

/** Ends a recorded claim that was shortened. */
export const shortenedEnd = '…'

/** Whether a recorded claim has the value of the token, rather than a shortened or replaced one that no token has. */
const isExact = (value: string) =>
  value !== '' &&
  !value.endsWith(shortenedEnd) &&
  !value.includes('\uFFFD') &&
  isOneLine(value) &&
  !isTooLong(value, claimValueMaxLength - 1)

/** Returns the claims of a received token that a rule should pin. Leaves out values that were not recorded exactly. */
export function proposePins(
  issuer: string,
  received: Readonly<Record<string, string>>,
): Record<string, string> {
  const preset = presetOf(issuer, received)
  const names = [...trustRulePresets[preset].requiredClaims, ...furtherPins(preset, received)]
  return Object.fromEntries(
    names.flatMap((name): [string, string][] => {
      const value = Object.hasOwn(received, name) ? received[name] : undefined
      return value !== undefined && isExact(value) ? [[name, value]] : []
    }),
  )
}
