/** Accepting the terms of service. See docs/product/legal.md#accepting-the-terms. */
import { legal } from '@portal/contract/legal/legal'
import { findPerson } from '../../guard/person-store.ts'
import { Refusal } from '../../http/errors/refusal.ts'
import { userAgentOf } from '../../http/input/user-agent.ts'
import type { Server } from '../../http/serve.ts'
import type { Services } from '../../services.ts'
import { userBody } from '../account/user-body.ts'
import { recordAgreement } from './legal-store.ts'

export function legalRoutes(server: Server, { database, terms, now }: Services): void {
  server.serve(legal.agree, async ({ body: { tosVersionId }, caller, request }) => {
    if (tosVersionId !== terms.versionId)
      throw new Refusal('Conflict', `The terms in force are version ${terms.versionId}.`)
    const userId = caller.person.id
    const from = { ipAddress: request.ip, userAgent: userAgentOf(request) }
    await database.transaction((tx) =>
      recordAgreement(tx, { userId, tosVersionId, ...from, agreedAt: now() }),
    )
    const person = (await findPerson(database.orm, userId)) ?? caller.person
    return { user: userBody(person, server.guard.authenticator) }
  })
}
