import { shellText } from '@portal/contract/command-lines'
import { idTokenType, tokenExchangeGrant } from '@portal/contract/oauth/oauth'
import type { TrustRulePresetName } from '@portal/contract/trust-rules/trust-rule-presets'
import type { RuleClaims } from '@portal/contract/trust-rules/trust-rules'

export interface TrustRuleSnippet {
  preset: TrustRulePresetName
  label: string
  language: 'yaml' | 'bash'
  code: string
}

export interface SnippetInput {
  apiUrl: string
  workspaceId: string
  serviceAccountId: string
  audience: string
  /** The snippets run where the rule accepts it: on its branch, for its event or in its environment. */
  claims?: RuleClaims
}

/** The values that a rule accepts for a claim. */
const valuesOf = ({ claims = {} }: SnippetInput, name: string): string[] => [claims[name] ?? []].flat()

/** The shell commands that exchange the identity token in `ID_TOKEN` and use the API token. */
function exchangeLines({ apiUrl, workspaceId, serviceAccountId }: SnippetInput): string[] {
  return [
    `API_TOKEN=$(curl --fail-with-body --silent --show-error '${apiUrl}/oauth/token' \\`,
    `  --data-urlencode 'grant_type=${tokenExchangeGrant}' \\`,
    `  --data-urlencode 'client_id=${serviceAccountId}' \\`,
    `  --data-urlencode "subject_token=$ID_TOKEN" \\`,
    `  --data-urlencode 'subject_token_type=${idTokenType}' \\`,
    `  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `curl --fail-with-body '${apiUrl}/workspaces/${workspaceId}' \\`,
    `  --header "Authorization: Bearer $API_TOKEN"`,
  ]
}

/** Quotes a text for YAML, which accepts every JSON string. */
const yamlText = (text: string) => JSON.stringify(text)

const indent = (lines: readonly string[], width: number) => lines.map((line) => ' '.repeat(width) + line)

/** The line that puts a job into the first environment of the rule. */
const environmentLines = (input: SnippetInput) =>
  valuesOf(input, 'environment')
    .slice(0, 1)
    .map((name) => `environment: ${yamlText(name)}`)

/** The triggers of a workflow: the events that the rule accepts, and pushes to its branches. */
function githubTriggers(input: SnippetInput): string[] {
  const events = valuesOf(input, 'event_name').filter((name) => /^[a-z_]+$/.test(name))
  const branches = valuesOf(input, 'ref')
    .filter((ref) => ref.startsWith('refs/heads/'))
    .map((ref) => ref.slice('refs/heads/'.length))
  const pushed = (branches.length > 0 ? branches : ['main']).map(yamlText).join(', ')
  return (events.length > 0 ? events : ['push']).flatMap((event) =>
    event === 'push' ? ['push:', `  branches: [${pushed}]`] : [`${event}:`],
  )
}

function github(input: SnippetInput): string[] {
  const requestUrl = `$ACTIONS_ID_TOKEN_REQUEST_URL&audience=${encodeURIComponent(input.audience)}`
  return [
    '# .github/workflows/deploy.yml',
    'on:',
    ...indent(githubTriggers(input), 2),
    'permissions:',
    '  id-token: write',
    'jobs:',
    '  deploy:',
    '    runs-on: ubuntu-latest',
    ...indent(environmentLines(input), 4),
    '    steps:',
    '      - run: |',
    ...indent(
      [
        `ID_TOKEN=$(curl --fail --silent "${requestUrl}" \\`,
        '  --header "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \\',
        `  | sed 's/.*"value":"\\([^"]*\\)".*/\\1/')`,
        ...exchangeLines(input),
      ],
      10,
    ),
  ]
}

/** A branch whose name needs no quoting in the conditions of a pipeline. */
const plainBranches = (input: SnippetInput, claim: string) =>
  valuesOf(input, claim).filter((name) => /^[\w./-]+$/.test(name))

function gitlab(input: SnippetInput): string[] {
  const conditions = plainBranches(input, 'ref').map((branch) => `- if: $CI_COMMIT_BRANCH == "${branch}"`)
  return [
    '# .gitlab-ci.yml',
    'deploy:',
    ...indent(environmentLines(input), 2),
    ...indent(conditions.length > 0 ? ['rules:', ...indent(conditions, 2)] : [], 2),
    '  id_tokens:',
    '    ID_TOKEN:',
    `      aud: ${yamlText(input.audience)}`,
    '  script:',
    '    - |',
    ...indent(exchangeLines(input), 6),
  ]
}

function buildkite(input: SnippetInput): string[] {
  const branches = plainBranches(input, 'build_branch').join(' ')
  const audience = shellText(input.audience).replaceAll('$', '$$$$')
  return [
    '# .buildkite/pipeline.yml',
    'steps:',
    '  - command: |',
    ...indent(
      [
        // Tokens have the two ids only on request.
        'ID_TOKEN=$$(buildkite-agent oidc request-token --claim organization_id,pipeline_id \\',
        `  --audience ${audience})`,
        // Buildkite replaces variables before the step runs, unless the dollar sign is doubled.
        ...exchangeLines(input).map((line) => line.replaceAll('$', '$$$$')),
      ],
      6,
    ),
    ...indent(branches ? [`branches: "${branches}"`] : [], 4),
  ]
}

function kubernetes(input: SnippetInput): string[] {
  return [
    'apiVersion: v1',
    'kind: Pod',
    'metadata:',
    '  name: deploy',
    'spec:',
    '  restartPolicy: Never',
    '  serviceAccountName: default',
    '  containers:',
    '    - name: deploy',
    '      image: curlimages/curl',
    '      command: [sh, -c]',
    '      args:',
    '        - |',
    ...indent(['ID_TOKEN=$(cat /var/run/identity/token)', ...exchangeLines(input)], 10),
    '      volumeMounts:',
    '        - { name: identity, mountPath: /var/run/identity }',
    '  volumes:',
    '    - name: identity',
    '      projected:',
    '        sources:',
    '          - serviceAccountToken:',
    `              { path: token, audience: ${yamlText(input.audience)}, expirationSeconds: 600 }`,
  ]
}

/** Snippets to paste into a pipeline. They contain no secret. */
export function trustRuleSnippets(input: SnippetInput): TrustRuleSnippet[] {
  const yaml = (preset: TrustRulePresetName, label: string, lines: readonly string[]): TrustRuleSnippet => ({
    preset,
    label,
    language: 'yaml',
    code: lines.join('\n'),
  })
  return [
    yaml('github', 'GitHub Actions', github(input)),
    yaml('gitlab', 'GitLab', gitlab(input)),
    yaml('buildkite', 'Buildkite', buildkite(input)),
    yaml('kubernetes', 'Kubernetes', kubernetes(input)),
    {
      preset: 'generic',
      label: 'curl',
      language: 'bash',
      code: ['# Set ID_TOKEN to the identity token of the run.', ...exchangeLines(input)].join('\n'),
    },
  ]
}
