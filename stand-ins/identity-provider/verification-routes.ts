import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { sendPage } from '../serving/page.ts'
import { messagePage } from './plain-pages.ts'
import type { Verification } from './verification.ts'

/** Where the link in the verification mail leads. A `HEAD` request uses no link up. */
export function registerVerificationRoutes(
  app: FastifyInstance,
  verification: Verification,
  portalUrl: string,
): void {
  const backToPortal = html`<a class="button" href="${portalUrl}">Back to the portal</a>`

  app.get('/verify-email', { exposeHeadRoute: false }, async (request, reply) => {
    const outcome = await verification.redeem(formField(request.query, 'ticket'))
    if (outcome === 'verified') {
      const sentence = 'Thank you. You can close this page, or go on.'
      return sendPage(reply, 200, messagePage('Your email is verified', sentence, backToPortal))
    }
    if (outcome === 'used') {
      const sentence =
        'Each link works once, and this one has done its work. Ask for a new one if you need it.'
      return sendPage(reply, 400, messagePage('This link has been used already', sentence, backToPortal))
    }
    const sentence = 'It may have expired, or a part of it got lost. Ask for a new mail in the portal.'
    return sendPage(reply, 400, messagePage('This link is not valid', sentence, backToPortal))
  })
}
