import type { FastifyInstance } from 'fastify'
import { formField } from '../serving/form-field.ts'
import { html } from '../serving/html.ts'
import { type Page, sendPage } from '../serving/page.ts'
import { messagePage } from './plain-pages.ts'
import type { Verification } from './verification.ts'

/** Adds the parameters that Auth0 appends to its "Redirect To" URL. */
function withOutcome(resultUrl: string, isSuccess: boolean, message: string): string {
  const url = new URL(resultUrl)
  url.searchParams.set('success', String(isSuccess))
  url.searchParams.set('message', message)
  return url.href
}

/** Registers the page that a verification link opens. A `HEAD` request does not redeem the link. */
export function registerVerificationRoutes(
  app: FastifyInstance,
  verification: Verification,
  resultUrl: string,
): void {
  function outcomePage(title: string, sentence: string, isSuccess: boolean): Page {
    const href = withOutcome(resultUrl, isSuccess, title)
    return messagePage(title, sentence, html`<a class="button" href="${href}">Back to the portal</a>`)
  }

  app.get('/verify-email', { exposeHeadRoute: false }, async (request, reply) => {
    const outcome = await verification.redeem(formField(request.query, 'ticket'))
    if (outcome === 'verified') {
      const sentence = 'Thank you. You can close this page or continue to the portal.'
      return sendPage(reply, 200, outcomePage('Your email is verified', sentence, true))
    }
    if (outcome === 'used') {
      const sentence = 'Each link works once. Ask for a new one in the portal if you need it.'
      return sendPage(reply, 400, outcomePage('This link has been used already', sentence, false))
    }
    const sentence = 'It has expired or is incomplete. Ask for a new one in the portal.'
    return sendPage(reply, 400, outcomePage('This link is not valid', sentence, false))
  })
}
