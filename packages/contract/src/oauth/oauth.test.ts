import { expect, it } from 'vitest'
import { clientNames, portalCliClientId, siCliClientId } from './oauth.ts'

it('the command-line tools keep the client ids and names that sessions are recorded under', () => {
  expect([portalCliClientId, siCliClientId]).toEqual(['portal-cli', 'si'])
  expect(clientNames).toEqual({ 'portal-cli': 'Portal CLI', si: 'si CLI' })
})
