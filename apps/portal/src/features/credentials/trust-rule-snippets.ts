import { shellText } from '@portal/contract/command-lines'
import { idTokenType, tokenExchangeGrant } from '@portal/contract/oauth/oauth'

export interface TrustRuleSnippet {
  label: string
  language: 'yaml' | 'bash'
  code: string
}

export interface SnippetInput {
  apiUrl: string
  workspaceId: string
  serviceAccountId: string
  audience: string
}

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

function github(input: SnippetInput): string[] {
  const requestUrl = `$ACTIONS_ID_TOKEN_REQUEST_URL&audience=${encodeURIComponent(input.audience)}`
  return [
    '# .github/workflows/deploy.yml',
    'on:',
    '  push:',
    '    branches: [main]',
    'permissions:',
    '  id-token: write',
    'jobs:',
    '  deploy:',
    '    runs-on: ubuntu-latest',
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

function gitlab(input: SnippetInput): string[] {
  return [
    '# .gitlab-ci.yml',
    'deploy:',
    '  id_tokens:',
    '    ID_TOKEN:',
    `      aud: ${yamlText(input.audience)}`,
    '  script:',
    '    - |',
    ...indent(exchangeLines(input), 6),
  ]
}

function buildkite(input: SnippetInput): string[] {
  return [
    '# .buildkite/pipeline.yml',
    'steps:',
    '  - command: |',
    ...indent(
      [
        `ID_TOKEN=$$(buildkite-agent oidc request-token --audience ${shellText(input.audience).replaceAll('$', '$$$$')})`,
        // Buildkite replaces variables before the step runs, unless the dollar sign is doubled.
        ...exchangeLines(input).map((line) => line.replaceAll('$', '$$$$')),
      ],
      6,
    ),
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
  const yaml = (label: string, lines: readonly string[]): TrustRuleSnippet => ({
    label,
    language: 'yaml',
    code: lines.join('\n'),
  })
  return [
    yaml('GitHub Actions', github(input)),
    yaml('GitLab', gitlab(input)),
    yaml('Buildkite', buildkite(input)),
    yaml('Kubernetes', kubernetes(input)),
    {
      label: 'curl',
      language: 'bash',
      code: ['# Set ID_TOKEN to the identity token of the run.', ...exchangeLines(input)].join('\n'),
    },
  ]
}
