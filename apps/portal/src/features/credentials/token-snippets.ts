import { pathOf } from '@portal/contract/endpoint'
import { workspaces } from '@portal/contract/workspaces/workspaces'

export interface TokenSnippet {
  label: string
  language: 'bash' | 'js'
  code: string
}

/** `SI_API_TOKEN` for "System Initiative": the initials of a name with several words, or the single word. */
export function tokenVariableName(productName: string): string {
  const words = productName.toUpperCase().match(/[A-Z][A-Z0-9]*/g) ?? []
  const prefix = words.length > 1 ? words.map((word) => word[0]).join('') : words[0]
  return prefix ? `${prefix}_API_TOKEN` : 'API_TOKEN'
}

export interface SnippetInput {
  apiUrl: string
  productName: string
  workspaceId: string
  value: string
}

/**
 * Snippets to paste. The JavaScript reads the environment variable, because a secret in code would end up in repositories.
 * Tokens consist of letters, digits and `-._`, so they need no escaping.
 */
export function tokenSnippets({ apiUrl, productName, workspaceId, value }: SnippetInput): TokenSnippet[] {
  const variable = tokenVariableName(productName)
  const url = `${apiUrl}${pathOf(workspaces.read, { workspaceId })}`
  return [
    {
      label: 'curl',
      language: 'bash',
      code: `curl '${url}' \\\n  --header 'Authorization: Bearer ${value}'`,
    },
    {
      label: 'Environment variable',
      language: 'bash',
      code: `export ${variable}='${value}'`,
    },
    {
      label: 'JavaScript',
      language: 'js',
      code: [
        `// Reads the token from the environment variable ${variable}.`,
        `const response = await fetch('${url}', {`,
        `  headers: { Authorization: \`Bearer \${process.env.${variable}}\` },`,
        '})',
        'console.log(await response.json())',
      ].join('\n'),
    },
  ]
}
