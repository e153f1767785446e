import { expect, it } from 'vitest'
import { portalCommand } from './command-lines.ts'
import { workspaces } from './workspaces/workspaces.ts'

it('a portal command quotes only words that need it, and leaves out empty options', () => {
  const create = (displayName: string, description?: string | null) =>
    portalCommand(workspaces.create, {
      body: { displayName, instanceUrl: 'http://localhost:8080', description },
    })
  expect(create('Staging', '')).toBe('portal workspaces create Staging http://localhost:8080')
  expect(create('Old news', 'For tests')).toBe(
    `portal workspaces create 'Old news' http://localhost:8080 --description 'For tests'`,
  )
})
