/** Generates the OpenAPI document from the calls of the contract. See docs/use-the-api.md. */
import { allNouns, calls } from '@portal/contract/calls'
import { errorBodySchema, oauthErrorBodySchema, plainErrorBodySchema } from '@portal/contract/errors'
import { errorComponents, sharedFields } from '@portal/contract/shared-texts'
import type { Texts } from '@portal/contract/texts'
import type { Config } from '../../config.ts'
import type { ApiOperation, ApiResponse } from './api-operation.ts'
import { operation } from './operation.ts'
import { Schemas } from './schemas.ts'
import { errorExamples, headers, parametersOf, securitySchemesOf } from './shared-parts.ts'

const introduction = `Every call of the portal and of the command-line tools.

**Sign in.** Programs send a token as \`Authorization: Bearer …\`: an API token of a workspace, or an access token that a user approved in the OAuth device flow (RFC 8628). The portal uses a session cookie. Its writes also need the \`Origin\` header and the XSRF token.

**Lists.** A list comes in pages of at most 1,000 rows. \`limit\` sets the size of a page. If there are more rows, the \`Link\` header has the URL of the next page. The cursor \`after\` in that URL is opaque.

**Errors.** \`kind\` is the type of the error. For a refused token it is \`AuthTokenRevoked\`, \`AuthTokenInvalid\` (expired) or \`AuthTokenCorrupt\`, and \`error.type\` is the type. Types never change, so programs can rely on them. \`message\` is a sentence for users. Include \`requestId\` when you contact support.

**Retries.** You can retry every read. You can retry a write that creates something if you send the same \`Idempotency-Key\` again.

**Limits.** Above a rate limit, the API responds with 429 and \`Retry-After\`. Above a count limit, it responds with 409 \`LimitReached\`.`

export const openApiPath = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

/** Linters warn about localhost, so the document of a local run has a relative URL. */
const serverUrl = ({ API_URL }: Config) => (new URL(API_URL).hostname === 'localhost' ? '/' : API_URL)

/** Returns the document that `GET /openapi.json` serves. */
export function openApiDocument(config: Config, texts: readonly Texts[]) {
  const components = [...errorComponents, ...texts.flatMap(({ components: named = [] }) => named)]
  const fields = Object.assign({}, sharedFields, ...texts.map(({ fields: own }) => own))
  const schemas = new Schemas(components, calls, fields)
  for (const body of [errorBodySchema, plainErrorBodySchema, oauthErrorBodySchema])
    schemas.add(body, 'output')
  const responses: Record<string, ApiResponse> = {}
  const paths: Record<string, Record<string, ApiOperation>> = {}
  for (const call of calls) {
    const path = openApiPath(call.path)
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, { schemas, responses }) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${config.PRODUCT_NAME} auth API`,
      version: '0.1.0',
      description: introduction,
      termsOfService: `${config.PORTAL_URL}/legal/tos`,
      contact: { name: 'Support', email: config.SUPPORT_EMAIL, url: config.PORTAL_URL },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: serverUrl(config), description: 'This service' }],
    tags: allNouns.map(({ calls: ofNoun, tag: [heading, description] }) => ({
      name: Object.values(ofNoun)[0]?.name.split('.')[0] ?? '',
      'x-displayName': heading,
      description,
    })),
    paths,
    components: {
      schemas: schemas.components,
      responses,
      parameters: parametersOf(config),
      headers,
      examples: errorExamples(),
      securitySchemes: securitySchemesOf(config),
    },
  }
}
export type OpenApiDocument = ReturnType<typeof openApiDocument>
