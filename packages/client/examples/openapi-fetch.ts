import createClient from 'openapi-fetch'
import type { paths } from './portal-api.d.ts'

export async function listNames(baseUrl: string, token: string): Promise<string[]> {
  const client = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })
  const { data, error } = await client.GET('/workspaces', { params: { query: { limit: 100 } } })
  if (error) throw new Error(`${error.kind}: ${error.message}`)
  return data.map(({ displayName }) => displayName)
}
