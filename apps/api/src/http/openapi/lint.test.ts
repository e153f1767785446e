/** Linters that clients of the API use find no problems in the OpenAPI document. */
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectral from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { nounTexts } from '../../nouns.ts'
import { openApiDocument } from './document.ts'

const document = JSON.stringify(openApiDocument(readConfig({ NODE_ENV: 'test' }), nounTexts))

/**
 * Exceptions to Redocly's recommended rules. Navigations only redirect. The two paths look ambiguous, but the router prefers fixed
 * segments to parameters, and existing clients use them.
 */
const exceptions = [
  /^operation-2xx-response .*(auth~1log(in|out)|~1go|billing~1(checkout|portal))/,
  /^no-ambiguous-paths .*`\/(workspaces\/admin-lookup|invitations\/by-code)\/\{\w+\}`/,
]

it('Redocly’s recommended rules find no problem', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: document, absoluteRef: 'openapi.json', config })
  const found = problems.map(
    ({ ruleId, location, message }) => `${ruleId} ${location[0]?.pointer ?? ''} ${message}`,
  )
  expect(found.filter((problem) => !exceptions.some((pattern) => pattern.test(problem)))).toEqual([])
})

it('Spectral’s recommended rules find no problem', async () => {
  const linter = new spectral.Spectral()
  linter.setRuleset(
    new spectral.Ruleset({
      extends: [[rulesets.oas, 'recommended']],
      // Takes 8 seconds, and `document.test.ts` validates the same examples in less than one.
      rules: { 'oas3-valid-media-example': 'off' },
    }),
  )
  const problems = await linter.run(JSON.parse(document) as Record<string, unknown>)
  expect(problems.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`)).toEqual([])
})
