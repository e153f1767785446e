/** The parts of a call in the document. */
import type { JsonObject } from '@portal/contract/field-text'
import type { JsonSchema } from './schemas.ts'

export interface Media {
  schema: JsonSchema & { allOf?: JsonSchema[] }
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

export interface ApiResponse extends JsonObject {
  $ref?: string
  /** Missing in a reference. */
  description?: string
  content?: Record<string, Media>
}

export interface ApiParameter extends JsonObject {
  $ref?: string
  name: string
  description: string
  required?: boolean
  schema: JsonSchema
  in: 'path' | 'query' | 'header'
}

export interface ApiOperation extends JsonObject {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: JsonObject[]
  parameters: ApiParameter[]
  requestBody?: { required: boolean; content: Record<string, Media> }
  responses: Record<string, ApiResponse>
}
