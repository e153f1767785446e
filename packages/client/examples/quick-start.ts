import process from 'node:process'
import { createClient } from '@portal/client'
import { workspaces } from '@portal/client/contract/workspaces'

const { PORTAL_API_URL: address = 'http://localhost:9001', PORTAL_TOKEN: token = '' } = process.env
const client = createClient({ address, token, userAgent: 'nightly-report/1.0' })

for (const { displayName, role } of await client.call(workspaces.list, {}))
  console.log(`${displayName}: ${role}`)
