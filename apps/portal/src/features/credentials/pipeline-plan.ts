/** What a user enters to connect a pipeline, and the service account and trust rule that it stands for. */
import { serviceAccountNameMaxLength } from '@portal/contract/limits'
import { lookAlikeKey } from '@portal/contract/text/displayed-name'
import { truncateText } from '@portal/contract/text/truncate-text'
import {
  proposePins,
  type TrustRulePresetName,
  trustRulePresets,
} from '@portal/contract/trust-rules/trust-rule-presets'
import { type NewTrustRule, trustRuleNameMaxLength } from '@portal/contract/trust-rules/trust-rules'
import { env } from '../../lib/env.ts'
import type { ConnectSearch } from '../../lib/guard/search-parameters.ts'
import { unsavedInput } from '../../lib/layout/unsaved-input.ts'
import { parseClaims } from './claims-text.ts'
import { type ProviderName, pipelineProviders } from './pipeline-providers.ts'

export interface PipelinePlan {
  provider: ProviderName
  /** The repository, project or pipeline. */
  place?: string | null
  issuer?: string | null
  limit?: 'branch' | 'environment' | null
  branch?: string | null
  environment?: string | null
  /** Whether the first run tells the ids instead of a command. */
  identify?: 'command' | 'run' | null
  /** The output of the command. */
  ids?: string | null
}

/** The plan that the form was left with, until its pipeline is connected. */
export const unsavedPlan = unsavedInput<{ workspaceId: string; plan: Partial<PipelinePlan> }>('CONNECT')

/** What was entered for each pipeline that this tab connects. The rule doesn't store the repository, nor the branch or environment while it learns. */
const keptConnections = unsavedInput<Record<string, ConnectSearch>>('CONNECTIONS')

export const keepConnection = (userId: string, trustRuleId: string, search: ConnectSearch): void =>
  keptConnections.keep(userId, { ...keptConnections.take(userId), [trustRuleId]: search })

export const findConnection = (userId: string, trustRuleId: string): ConnectSearch | undefined =>
  keptConnections.take(userId)?.[trustRuleId]

const textOf = (text: string | null | undefined) => text?.trim() ?? ''

const issuerOf = ({ provider, issuer }: PipelinePlan): string =>
  pipelineProviders[provider].issuer || textOf(issuer)

/** Whether the first run is recorded, because its ids are unknown. */
const isLearningPlan = ({ provider, identify }: PipelinePlan): boolean =>
  identify === 'run' || !pipelineProviders[provider].command

/** The branch or the environment, whichever the plan is limited to. */
function limitOf({ provider, limit, branch, environment }: PipelinePlan) {
  const byEnvironment = limit === 'environment' && pipelineProviders[provider].hasEnvironments
  return byEnvironment ? { environment: textOf(environment) } : { branch: textOf(branch) }
}

/** Returns the claims that a rule for the plan pins, as far as they are known. */
export function pinsOf(plan: PipelinePlan): Record<string, string> {
  const { preset, place } = pipelineProviders[plan.provider]
  if (!place) return {}
  const { branch, environment } = limitOf(plan)
  const pasted = parseClaims(plan.ids ?? '') ?? {}
  const ids = trustRulePresets[preset].requiredClaims.map((name) => [name, pasted[name]] as const)
  const shared = { environment: environment ?? '' }
  const received: Partial<Record<TrustRulePresetName, Record<string, string>>> = {
    github: {
      ...shared,
      repository: textOf(plan.place),
      event_name: 'push',
      ref: branch ? `refs/heads/${branch}` : '',
    },
    gitlab: { ...shared, ref: branch ?? '', ref_type: 'branch' },
    buildkite: { build_branch: branch ?? '' },
  }
  return proposePins(issuerOf(plan), {
    ...received[preset],
    ...Object.fromEntries(ids.filter((id): id is [string, string] => typeof id[1] === 'string')),
  })
}

/** Returns the messages for values that are missing or wrong. */
export function planProblems(plan: PipelinePlan): { path: keyof PipelinePlan; message: string }[] {
  const { place, preset, issuer } = pipelineProviders[plan.provider]
  const problems: { path: keyof PipelinePlan; message: string }[] = []
  if (!place) return issuer || textOf(plan.issuer) ? [] : [{ path: 'issuer', message: 'Enter the issuer' }]
  if (!place.pattern.test(textOf(plan.place)))
    problems.push({ path: 'place', message: `Enter it like ${place.example}` })
  const limit = limitOf(plan)
  if (limit.branch === '') problems.push({ path: 'branch', message: 'Enter a branch' })
  if (limit.environment === '') problems.push({ path: 'environment', message: 'Enter an environment' })
  const pins = pinsOf(plan)
  const { requiredClaims } = trustRulePresets[preset]
  if (!isLearningPlan(plan) && requiredClaims.some((name) => !/^[\w-]+$/.test(pins[name] ?? '')))
    problems.push({ path: 'ids', message: 'Paste everything that the command prints' })
  return problems
}

/** The name of the pipeline: its repository, or the host of its issuer. */
const nameOf = (plan: PipelinePlan) =>
  pipelineProviders[plan.provider].place
    ? textOf(plan.place)
    : (URL.parse(issuerOf(plan))?.host ?? issuerOf(plan))

/** Returns a name for a service account of the pipeline that none of the given ones has. */
export function newAccountName(plan: PipelinePlan, taken: readonly { name: string }[]): string {
  const keys = new Set(taken.map(({ name }) => lookAlikeKey(name)))
  const name = truncateText(nameOf(plan), serviceAccountNameMaxLength - 4)
  for (let at = 1; ; at += 1) {
    const candidate = at === 1 ? name : `${name} ${at}`
    if (!keys.has(lookAlikeKey(candidate))) return candidate
  }
}

/** Returns the trust rule for the plan, which learns if the ids are not known. */
export function newRuleOf(plan: PipelinePlan): NewTrustRule {
  const isLearning = isLearningPlan(plan)
  const { branch, environment } = limitOf(plan)
  const limit = pipelineProviders[plan.provider].place ? (environment ?? branch ?? '') : ''
  return {
    name: truncateText(`${nameOf(plan)} ${limit}`.trim(), trustRuleNameMaxLength),
    issuer: issuerOf(plan),
    audience: env.apiUrl,
    isLearning,
    ...(isLearning ? {} : { claims: pinsOf(plan) }),
  }
}
