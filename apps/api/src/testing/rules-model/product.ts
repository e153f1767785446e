/** The product under test: two processes that share one database and a fake clock. */
import type { CallInput, Endpoint } from '@portal/contract/endpoint'
import { handoff } from '@portal/contract/handoff/handoff'
import { tokens } from '@portal/contract/tokens/tokens'
import { workspaces } from '@portal/contract/workspaces/workspaces'
import type { As, Reply, TestApp } from '../build-test-app.ts'
import { makeIdentity, makeSession, makeUser, type UserRow } from '../factories.ts'
import { truncateAll } from '../open-test-database.ts'
import { emailOf, longestSessionMs, names, type Outcome, type World, workspaceName } from './model.ts'
import { ModelApp } from './model-app.ts'
import * as facts from './product-facts.ts'

/** The parts of an action that the product needs: caller, target and the process that receives the request. */
interface Request {
  by: number
  workspace: number
  process: number
  label: string
}

const outcomeOf = ({ status, errorType }: Reply<Endpoint>): Outcome => ({ status, type: errorType })

export class Product {
  readonly test: TestApp
  readonly clock = { now: 0 }
  readonly processes: ModelApp[] = []
  /** The secrets of sessions and tokens, by the names that the model gives them. */
  readonly sessions = new Map<string, string>()
  readonly tokens = new Map<string, string>()
  readonly #workspaceIds = new Map<string, string>()
  #users: UserRow[] = []
  #staff: UserRow | undefined
  #staffSession = ''

  constructor(test: TestApp) {
    this.test = test
  }

  /** Opens the processes that are not open yet. */
  async open(): Promise<void> {
    while (this.processes.length < 2)
      this.processes.push(await ModelApp.open(this.test, this.clock, this.processes.length))
  }

  async close(): Promise<void> {
    for (const process of this.processes) await process.close()
  }

  async killAndRestart(process: number): Promise<void> {
    await this.processes[process]?.killAndRestart()
  }

  /** Empties the database and signs in every user. */
  async reset(world: World): Promise<void> {
    await truncateAll(this.test.database)
    this.test.jobs.sent.length = 0
    this.clock.now = world.now
    this.sessions.clear()
    this.tokens.clear()
    this.#workspaceIds.clear()
    this.#users = []
    for (const [index, firstName] of names.entries())
      this.#users.push(await this.#makeUser(firstName, emailOf(index)))
    this.#staff = await this.#makeUser('Sam', 'sam@systeminit.com')
    await this.renewStaffSession()
    for (const [index, { session }] of world.people.entries()) await this.signIn(index, session)
  }

  async #makeUser(firstName: string, email: string): Promise<UserRow> {
    const user = await makeUser(this.test.database, { firstName, email })
    await makeIdentity(this.test.database, user)
    return user
  }

  async #makeSession(user: UserRow | undefined): Promise<string> {
    if (!user) throw new Error('The scenario has not begun')
    const at = new Date(this.clock.now)
    const expiresAt = new Date(this.clock.now + longestSessionMs)
    const values = { createdAt: at, lastSeenAt: at, expiresAt }
    return (await makeSession(this.test.database, user, values)).token
  }

  async signIn(person: number, session: string): Promise<void> {
    this.sessions.set(session, await this.#makeSession(this.#users[person]))
  }

  async renewStaffSession(): Promise<void> {
    this.#staffSession = await this.#makeSession(this.#staff)
  }

  userId(person: number): string {
    return this.#users[person]?.id ?? 'nobody'
  }

  /** The user's newest session. The driver sets it before each step. */
  current: readonly string[] = []

  asPerson(person: number): As {
    return { session: this.sessions.get(this.current[person] ?? '') ?? '' }
  }

  send<E extends Endpoint>(process: number, call: E, input: CallInput<E>, as: As): Promise<Reply<E>> {
    return (this.processes[process % 2] as ModelApp).client.send(call, input, as)
  }

  async call<E extends Endpoint>(act: Request, call: E, input: CallInput<E>): Promise<Outcome> {
    return outcomeOf(await this.send(act.process, call, input, this.asPerson(act.by)))
  }

  async callAsStaff<E extends Endpoint>(act: Request, call: E, input: CallInput<E>): Promise<Outcome> {
    return outcomeOf(await this.send(act.process, call, input, { session: this.#staffSession }))
  }

  async workspaceParams({ workspace }: { workspace: number }): Promise<{ workspaceId: string }> {
    const name = workspaceName(workspace)
    const known = this.#workspaceIds.get(name)
    const workspaceId = known ?? (await facts.findWorkspaceId(this.test.database.orm, name))
    if (workspaceId) this.#workspaceIds.set(name, workspaceId)
    return { workspaceId: workspaceId ?? facts.noId }
  }

  invitationId(workspace: number, person: number): Promise<string> {
    const of = { workspace: workspaceName(workspace), email: emailOf(person) }
    return facts.findNewestInvitationId(this.test.database.orm, of)
  }

  tokenId(name: string): Promise<string> {
    return facts.findTokenId(this.test.database.orm, name)
  }

  async createToken(act: Request, expiration: string): Promise<Outcome> {
    const input = { params: await this.workspaceParams(act), body: { name: act.label, expiration } }
    const reply = await this.send(act.process, tokens.create, input, this.asPerson(act.by))
    if (reply.status === 200) this.tokens.set(act.label, reply.body.token)
    return outcomeOf(reply)
  }

  /** Performs the hand-off in place of the browser and the instance. */
  async openWorkspace(act: Request): Promise<Outcome> {
    const params = await this.workspaceParams(act)
    const opened = await this.send(act.process, workspaces.go, { params }, this.asPerson(act.by))
    if (opened.status >= 500) return outcomeOf(opened)
    const location = new URL(String(opened.headers.location))
    const code = location.pathname === '/auth-connect' ? location.searchParams.get('code') : null
    if (code === null) return { status: 403, type: 'Refused' }
    const redeemed = await this.send(1 - act.process, handoff.completeAuthConnect, { body: { code } }, {})
    if (redeemed.status === 200) this.tokens.set(act.label, redeemed.body.token)
    return redeemed.status < 500 && redeemed.status !== 200
      ? { status: 403, type: 'Refused' }
      : outcomeOf(redeemed)
  }
}
