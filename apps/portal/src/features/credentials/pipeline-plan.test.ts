import { describe, expect, it } from 'vitest'
import { newAccountName, newRuleOf, type PipelinePlan, planProblems } from './pipeline-plan.ts'
import { pipelineProviders } from './pipeline-providers.ts'

const plan = (more: Partial<PipelinePlan> = {}): PipelinePlan => ({
  provider: 'github',
  place: 'acme/infra',
  limit: 'branch',
  branch: 'main',
  identify: 'command',
  ids: 'repository_id=1001\nrepository_owner_id=77\n',
  ...more,
})

describe('newRuleOf', () => {
  it.each<[string, Partial<PipelinePlan>, Record<string, string>]>([
    ['a branch on GitHub', {}, { event_name: 'push', ref: 'refs/heads/main' }],
    ['an environment on GitHub', { limit: 'environment', environment: 'prod' }, { environment: 'prod' }],
  ])('pins the ids of the repository and %s', (_, more, claims) => {
    expect(newRuleOf(plan(more))).toMatchObject({
      issuer: 'https://token.actions.githubusercontent.com',
      isLearning: false,
      claims: { repository_id: '1001', repository_owner_id: '77', ...claims },
    })
    expect(Object.keys(newRuleOf(plan(more)).claims ?? {})).toHaveLength(2 + Object.keys(claims).length)
  })

  it('pins the project and the branch on GitLab, and the pipeline and the branch on Buildkite', () => {
    expect(newRuleOf(plan({ provider: 'gitlab', ids: 'project_id=22' }))).toMatchObject({
      name: 'acme/infra main',
      claims: { project_id: '22', ref: 'main', ref_type: 'branch' },
    })
    const ids = 'organization_id=0184990a\npipeline_id=0184990b'
    expect(newRuleOf(plan({ provider: 'buildkite', ids })).claims).toEqual({
      organization_id: '0184990a',
      pipeline_id: '0184990b',
      build_branch: 'main',
    })
  })

  it('takes nothing but ids from the pasted output', () => {
    const ids = 'repository_id=1001\nrepository_owner_id=77\nref=refs/heads/other\nsub=x'
    expect(newRuleOf(plan({ ids })).claims).toMatchObject({ ref: 'refs/heads/main' })
    expect(newRuleOf(plan({ ids })).claims).not.toHaveProperty('sub')
  })

  it('learns if the first run tells the ids, and always for an unknown CI system', () => {
    const learning = newRuleOf(plan({ identify: 'run' }))
    expect(learning).toMatchObject({ name: 'acme/infra main', isLearning: true })
    expect(learning).not.toHaveProperty('claims')
    expect(newRuleOf({ provider: 'other', issuer: ' https://ci.example.com/oidc ' })).toMatchObject({
      name: 'ci.example.com',
      issuer: 'https://ci.example.com/oidc',
      isLearning: true,
    })
  })
})

describe('planProblems', () => {
  it.each<[keyof PipelinePlan, Partial<PipelinePlan>]>([
    ['place', { place: 'infra' }],
    ['place', { place: "acme/infra'; id" }],
    ['branch', { branch: ' ' }],
    ['environment', { limit: 'environment' }],
    ['ids', { ids: 'repository_id=1001' }],
    ['ids', { ids: null }],
    ['ids', { ids: 'gh: Not Found (HTTP 404)' }],
    ['issuer', { provider: 'other' }],
  ])('names the field %s for %o', (path, more) => {
    expect(planProblems(plan(more)).map((problem) => problem.path)).toEqual([path])
  })

  it('accepts a complete plan, and one without ids if the first run tells them', () => {
    expect(planProblems(plan())).toEqual([])
    expect(planProblems(plan({ ids: null, identify: 'run' }))).toEqual([])
  })
})

it('newAccountName avoids names that look the same', () => {
  expect(newAccountName(plan(), [])).toBe('acme/infra')
  expect(newAccountName(plan(), [{ name: 'ACME/infra' }, { name: 'acme/infra 2' }])).toBe('acme/infra 3')
})

describe('the command for the ids', () => {
  it('names the pipeline in the form of its API', () => {
    expect(pipelineProviders.github.command?.('acme/infra')).toBe(
      String.raw`gh api repos/acme/infra --jq '"repository_id=\(.id)\nrepository_owner_id=\(.owner.id)"'`,
    )
    expect(pipelineProviders.gitlab.command?.('acme/group/infra')).toContain('projects/acme%2Fgroup%2Finfra ')
    expect(pipelineProviders.buildkite.command?.('acme/infra')).toMatch(
      /organizations\/acme \|.*\n.*organizations\/acme\/pipelines\/infra \|/,
    )
  })
})
