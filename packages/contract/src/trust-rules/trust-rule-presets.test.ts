import { describe, expect, it } from 'vitest'
import { acceptsEveryEvent, missingPins, presetOf, proposePins } from './trust-rule-presets.ts'
import { claimsSchema } from './trust-rules.ts'

const github = 'https://token.actions.githubusercontent.com'
const run = {
  sub: 'repo:acme/infra:ref:refs/heads/main',
  repository: 'acme/infra',
  repository_id: '1001',
  repository_owner_id: '77',
  event_name: 'push',
  ref: 'refs/heads/main',
}

it('a rule cannot contain a claim value of several lines or with a direction mark', () => {
  for (const value of ['main\nother', 'a\u202eb', '\ud800'])
    for (const ref of [value, ['main', value]]) expect(claimsSchema.safeParse({ ref }).success).toBe(false)
  expect(claimsSchema.safeParse({ ref: 'refs/heads/ä' }).success).toBe(true)
})

describe('presetOf', () => {
  it.each([
    [github, {}, 'github'],
    [`${github}/acme`, {}, 'github'],
    [`${github}.evil.example`, {}, 'generic'],
    ['https://token.actions.acme.ghe.com', {}, 'github'],
    ['https://ghe.acme.example/_services/token', {}, 'github'],
    ['https://gitlab.com', { repository: 'x' }, 'gitlab'],
    ['https://gitlab.com/', {}, 'gitlab'],
    ['https://agent.buildkite.com', {}, 'buildkite'],
    ['https://other.example', { repository_id: '1' }, 'github'],
    ['https://other.example', { repository: 'acme/infra' }, 'github'],
    ['https://other.example', { repository_owner: 'acme' }, 'github'],
    ['https://other.example', { workflow_ref: 'x' }, 'github'],
    ['https://other.example', { job_workflow_ref: 'x' }, 'github'],
    ['https://other.example', { project_id: '1' }, 'gitlab'],
    ['https://other.example', { project_path: 'acme/infra' }, 'gitlab'],
    ['https://other.example', { namespace_path: 'acme' }, 'gitlab'],
    ['https://other.example', { sub: ['a', 'project_path:acme/infra'] }, 'gitlab'],
    ['https://other.example', { pipeline_id: '1' }, 'buildkite'],
    ['https://other.example', { pipeline_slug: 'deploy' }, 'buildkite'],
    ['https://other.example', { organization_slug: 'acme' }, 'buildkite'],
    ['https://other.example', { sub: 'system:serviceaccount:default:deploy' }, 'kubernetes'],
    ['https://other.example', { sub: 'x' }, 'generic'],
  ])('recognizes %s with %j as %s', (issuer, claims, preset) => expect(presetOf(issuer, claims)).toBe(preset))
})

it('missingPins names every required claim that a rule leaves out', () => {
  expect(missingPins(github, { sub: 'x' })).toEqual(['repository_id', 'repository_owner_id'])
  expect(missingPins(github, { repository_id: '1', repository_owner_id: '2' })).toEqual([])
  expect(missingPins('https://other.example', { sub: 'x' })).toEqual([])
})

describe('proposePins', () => {
  it('pins ids, event and branch of a push on GitHub', () => {
    expect(proposePins(github, run)).toEqual({
      repository_id: '1001',
      repository_owner_id: '77',
      event_name: 'push',
      ref: 'refs/heads/main',
    })
  })

  it('pins the environment instead of event and branch if there is one', () => {
    const pins = { repository_id: '1001', repository_owner_id: '77', environment: 'production' }
    expect(proposePins(github, { ...run, environment: 'production' })).toEqual(pins)
  })

  it('leaves out the branch of a pull request, which differs for each one', () => {
    const pins = { repository_id: '1001', repository_owner_id: '77', event_name: 'pull_request' }
    const pullRequest = { ...run, event_name: 'pull_request', ref: 'refs/pull/7/merge' }
    expect(proposePins(github, pullRequest)).toEqual(pins)
  })

  it.each([
    ['was shortened', 'refs/heads/x…'],
    ['may have been cut at the limit', 'x'.repeat(500)],
    ['had a character that cannot be stored', 'refs/heads/\ufffd'],
    ['no rule can contain', 'refs/heads/a\u202eb'],
  ])('leaves out a value that %s', (_, ref) => {
    expect(proposePins(github, { ...run, ref })).not.toHaveProperty('ref')
  })

  it.each([
    ['https://gitlab.com', { project_id: '22', ref: 'main', ref_type: 'branch' }],
    ['https://agent.buildkite.com', { organization_id: '1', pipeline_id: '2', build_branch: 'main' }],
    ['https://cluster.example', { sub: 'system:serviceaccount:default:deploy' }],
    ['https://other.example', { sub: 'x' }],
  ])('pins the ids of a run from %s', (issuer, claims) => {
    expect(proposePins(issuer, { ...claims, other: 'y' })).toEqual(claims)
  })
})

it('acceptsEveryEvent is true for a GitHub rule without event_name and environment', () => {
  const ids = { repository_id: '1', repository_owner_id: '2' }
  expect(acceptsEveryEvent(github, ids)).toBe(true)
  expect(acceptsEveryEvent(github, { ...ids, event_name: 'push' })).toBe(false)
  expect(acceptsEveryEvent(github, { ...ids, environment: 'production' })).toBe(false)
  expect(acceptsEveryEvent('https://gitlab.com', { project_id: '1' })).toBe(false)
})
