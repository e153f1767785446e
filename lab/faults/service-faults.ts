/** Faults of identity provider, billing, mail and analytics. Other features keep working and no data is lost. */
import { createServer, type Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { makePerson } from '../callers.ts'
import { startApi } from '../processes.ts'
import { allSeen, type Seen } from './fault.ts'
import { type Answer, askAs, type FailureMode, type Fault, type ServiceName, type World } from './world.ts'

const othersWithinMs = 1_500
/** The longest time that a request may wait for the failing service. */
const serviceWithinMs = 12_000
const mailWithinMs = 60_000

const modes: [FailureMode, string][] = [
  ['down', 'is gone'],
  ['error', 'fails'],
  ['slow', 'answers after 10 s'],
]

async function othersWork(world: World): Promise<Seen> {
  const answers = [
    await world.ask('GET', '/whoami'),
    await world.ask('GET', '/workspaces'),
    await world.ask('GET', `/users/${world.owner.user.id}/billingDetails`),
  ]
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  const isAsExpected = answers.every(({ status }) => status === 200) && slowest <= othersWithinMs
  return {
    text: `the rest ${answers.map(({ status }) => status).join(', ')} within ${slowest} ms`,
    isAsExpected,
  }
}

const seenOf = (what: string, { status, ms, location, errorType }: Answer, isAsExpected: boolean): Seen => ({
  text: `${what} ${status}${errorType ? ` ${errorType}` : ''}${location ? ` to ${pageOf(location)}` : ''} after ${ms} ms`,
  isAsExpected: isAsExpected && ms <= serviceWithinMs,
})
const pageOf = (location: string) =>
  new URL(location).pathname + new URL(location).search.replace(/^\?(?!reason|problem).*/, '')

async function resend(world: World): Promise<Answer> {
  const { user, session } = await makePerson(world.database, { emailVerified: false })
  const path = `/users/${user.id}/resend-email-verification`
  return askAs(session, { url: world.api.url, method: 'POST', path })
}

/** Tries every failure mode of one service. */
function inEachWay(
  service: ServiceName,
  title: string,
  expected: string,
  observe: (world: World) => Promise<Seen>,
  after: (world: World) => Promise<Seen>,
): Fault[] {
  return modes.map(([mode, words]) => ({
    name: `${title} ${words}`,
    expected,
    async run(world) {
      await world.fail(service, mode)
      const seen = await observe(world).finally(() => world.fail(service, 'none'))
      return allSeen(seen, await after(world))
    },
  }))
}

const identityFaults = inEachWay(
  'identity',
  'The identity provider',
  'what needs it says so within 12 s, the rest works; sign-in works after',
  async (world) => {
    const mail = await resend(world)
    return allSeen(
      seenOf('mail once more', mail, mail.errorType === 'IdentityProviderUnavailable'),
      await othersWork(world),
    )
  },
  async (world) => {
    const signIn = await world.ask('GET', '/auth/login')
    return seenOf(
      'after: sign-in',
      signIn,
      new URL(signIn.location).origin === new URL(world.apiEnvironment.OIDC_ISSUER ?? '').origin,
    )
  },
)

const checkout = (world: World) => world.ask('GET', `/users/${world.owner.user.id}/billing/checkout`)

const billingFaults = inEachWay(
  'billing',
  'The billing provider',
  'checkout leads back with the reason within 12 s, the rest works; checkout works after',
  async (world) => {
    const answer = await checkout(world)
    const isAsExpected = answer.location.endsWith('/billing?problem=unavailable')
    return allSeen(seenOf('checkout', answer, isAsExpected), await othersWork(world))
  },
  async (world) => {
    const answer = await checkout(world)
    const isAsExpected = answer.location.startsWith(world.apiEnvironment.STRIPE_API_URL ?? 'none')
    return seenOf('after: checkout', { ...answer, location: '' }, isAsExpected)
  },
)

let invited = 0
let lastAddress = ''

const mailFaults = inEachWay(
  'mail',
  'The mail server',
  'an invitation is accepted immediately, and its mail arrives once, within a minute of the recovery',
  async (world) => {
    invited += 1
    lastAddress = `invited-${invited}@example.com`
    const answer = await world.ask('POST', `/workspace/${world.workspace.id}/members`, { email: lastAddress })
    // Wait until the first attempt has failed.
    await sleep(3_000)
    return allSeen(
      seenOf('invitation', answer, answer.status === 200 && answer.ms <= othersWithinMs),
      await othersWork(world),
    )
  },
  async (world) => {
    const began = performance.now()
    while ((await world.mailsTo(lastAddress)) === 0 && performance.now() - began < mailWithinMs)
      await sleep(250)
    const waited = Math.round((performance.now() - began) / 100) / 10
    await sleep(3_000)
    const count = await world.mailsTo(lastAddress)
    return { text: `${count} mail after ${waited} s`, isAsExpected: count === 1 }
  },
)

const analyticsFaults = inEachWay(
  'analytics',
  'The analytics service',
  'nothing is noticed',
  othersWork,
  othersWork,
)

/** Answers every request with a page, like a captive portal or a wrong URL. */
async function startWrongServer(): Promise<{ server: Server; url: string }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>It works!</h1>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return { server, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` }
}

const wrongServices: Fault = {
  name: 'Identity and billing answer with something else',
  expected: 'sign-in and checkout say so within 12 s, the rest works',
  async run(world) {
    const { server, url } = await startWrongServer()
    const api = await startApi({ ...world.apiEnvironment, OIDC_ISSUER: `${url}/`, STRIPE_API_URL: url })
    try {
      const signIn = await world.ask('GET', '/auth/login', undefined, api)
      const pay = await world.ask('GET', `/users/${world.owner.user.id}/billing/checkout`, undefined, api)
      const whoami = await world.ask('GET', '/whoami', undefined, api)
      return allSeen(
        seenOf('sign-in', signIn, /sign-in-problem\?reason=(unavailable|failed)$/.test(signIn.location)),
        seenOf('checkout', pay, pay.location.endsWith('/billing?problem=unavailable')),
        seenOf('whoami', whoami, whoami.status === 200),
      )
    } finally {
      await api.kill()
      server.close()
    }
  },
}

export const serviceFaults: Fault[] = [
  ...identityFaults,
  ...billingFaults,
  ...mailFaults,
  ...analyticsFaults,
  wrongServices,
]
