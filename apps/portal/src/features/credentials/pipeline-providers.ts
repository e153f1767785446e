/** The CI systems that the guide knows: their issuers, and how to find the ids of a pipeline. */
import { type TrustRulePresetName, trustRulePresets } from '@portal/contract/trust-rules/trust-rule-presets'
import { env } from '../../lib/env.ts'

export const providerNames = ['github', 'gitlab', 'buildkite', 'local', 'other'] as const
export type ProviderName = (typeof providerNames)[number]

export interface PipelineProvider {
  label: string
  issuer: string
  preset: TrustRulePresetName
  /** What the provider calls a pipeline's home. Undefined if the issuer alone is known. */
  place?: { label: string; pattern: RegExp; example: string; hint: string }
  hasEnvironments?: boolean
  /** Prints the ids of a pipeline, one `name=value` per line. */
  command?: (place: string) => string
}

const onGithub = {
  preset: 'github',
  place: {
    label: 'Repository',
    pattern: /^[\w.-]+\/[\w.-]+$/,
    example: 'acme/infra',
    hint: 'The owner and the name, such as acme/infra.',
  },
  hasEnvironments: true,
} as const

const buildkiteCommand = (path: string, claim: string) =>
  `curl --silent --header "Authorization: Bearer $BUILDKITE_API_TOKEN" https://api.buildkite.com/v2/organizations/${path} | jq --raw-output '"${claim}=\\(.id)"'`

export const pipelineProviders: Record<ProviderName, PipelineProvider> = {
  github: {
    ...onGithub,
    label: trustRulePresets.github.label,
    issuer: trustRulePresets.github.issuer,
    command: (repository) =>
      `gh api repos/${repository} --jq '"repository_id=\\(.id)\\nrepository_owner_id=\\(.owner.id)"'`,
  },
  gitlab: {
    label: trustRulePresets.gitlab.label,
    issuer: trustRulePresets.gitlab.issuer,
    preset: 'gitlab',
    place: {
      label: 'Project',
      pattern: /^[\w.-]+(\/[\w.-]+)+$/,
      example: 'acme/infra',
      hint: 'The path of the project with its groups, such as acme/infra.',
    },
    hasEnvironments: true,
    command: (project) =>
      `glab api projects/${encodeURIComponent(project)} | jq --raw-output '"project_id=\\(.id)"'`,
  },
  buildkite: {
    label: trustRulePresets.buildkite.label,
    issuer: trustRulePresets.buildkite.issuer,
    preset: 'buildkite',
    place: {
      label: 'Pipeline',
      pattern: /^[\w-]+\/[\w-]+$/,
      example: 'acme/infra',
      hint: 'The organization and the pipeline as in its URL, such as acme/infra.',
    },
    command: (pipeline) =>
      [
        buildkiteCommand(pipeline.split('/', 1).join(''), 'organization_id'),
        buildkiteCommand(pipeline.replace('/', '/pipelines/'), 'pipeline_id'),
      ].join('\n'),
  },
  local: {
    ...onGithub,
    label: 'Local CI system',
    issuer: env.ciSystemUrl,
    command: (repository) => `curl --silent '${env.ciSystemUrl}/api/ids?repository=${repository}'`,
  },
  other: { label: 'Other', issuer: '', preset: 'generic' },
}
