import { legal } from '@portal/contract/legal'
import { Refusal } from '../../http/refusal.ts'
import type { Server } from '../../http/serve.ts'
import { needsTosUpdate } from '../../http/terms-in-force.ts'
import { userAgentOf } from '../../http/user-agent.ts'
import { userBody } from '../../http/user-body.ts'
import type { Services } from '../../services.ts'
import { findPerson } from '../account/account-store.ts'
import { recordAgreement } from './legal-store.ts'

export function legalRoutes(server: Server, { database, terms, now }: Services): void {
  server.serve(legal.agree, async ({ body, caller, request }) => {
    if (body.tosVersionId !== terms.versionId)
      throw new Refusal('Conflict', `The terms in force are version ${terms.versionId}.`)
    const userId = caller.person.id
    await database.transaction((tx) =>
      recordAgreement(tx, {
        userId,
        tosVersionId: terms.versionId,
        agreedAt: now(),
        ipAddress: request.ip,
        userAgent: userAgentOf(request),
      }),
    )
    const person = (await findPerson(database.orm, userId)) ?? caller.person
    return { user: userBody(person, needsTosUpdate(person, terms)) }
  })
}
