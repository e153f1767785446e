import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { StripeBilling } from './billing-stripe.ts'

/** Like Stripe, returns the first answer to a key again, and refuses the key with another body. */
async function startProvider(knownPrice: string) {
  const bodies = new Map<string, string>()
  const started: string[] = []
  const server = createServer(async (request, response) => {
    const key = String(request.headers['idempotency-key'])
    const body = await text(request)
    const digest = createHash('sha256').update(body).digest('hex')
    const isReused = (bodies.get(key) ?? digest) !== digest
    bodies.set(key, digest)
    const price = new URLSearchParams(body).get('items[0][price]') ?? ''
    const isValid = !isReused && price === knownPrice
    if (isValid) started.push(price)
    const error = { type: isReused ? 'idempotency_error' : 'invalid_request_error', message: 'refused' }
    response.writeHead(isValid ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isValid ? { id: 'sub_1', object: 'subscription' } : { error }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, started, close: () => server.close() }
}

it('a trial starts with a corrected price although an earlier attempt failed with the wrong one', async () => {
  const provider = await startProvider('price_new')
  const startTrial = (STRIPE_TRIAL_PRICE: string) =>
    new StripeBilling(
      readConfig({ NODE_ENV: 'test', STRIPE_API_URL: provider.url, STRIPE_TRIAL_PRICE }),
    ).startTrial('cus_1', 'user_1')
  await expect(startTrial('price_old')).rejects.toThrow()
  await startTrial('price_new')
  expect(provider.started).toEqual(['price_new'])
  provider.close()
})
