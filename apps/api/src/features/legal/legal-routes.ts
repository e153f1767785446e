import { legal } from '@portal/contract/legal/legal'
import { findPerson } from '../../guard/person-store.ts'
import { userAgentOf } from '../../http/input/user-agent.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { userBody } from '../account/user-body.ts'
import { agreeToTerms } from './legal-actions.ts'

export function legalRoutes(server: Server, services: Services): void {
  const { database } = services

  server.serve(legal.agree, async ({ body, caller, request }) => {
    const userId = caller.person.id
    const from = { ipAddress: request.ip, userAgent: userAgentOf(request) }
    await agreeToTerms(services, { userId, tosVersionId: body.tosVersionId, ...from })
    const person = (await findPerson(database.orm, userId)) ?? caller.person
    return { user: userBody(person, server.guard.authenticator) }
  })
}
