/** Every call there is: the table of contents of the API. A call that is not listed here does not exist. */
import { account } from './account.ts'
import type { Endpoint } from './endpoint.ts'
import { handoff } from './handoff.ts'
import { legal } from './legal.ts'
import { service } from './service.ts'
import { sessions } from './sessions.ts'
import { signIn } from './sign-in.ts'
import { workspaces } from './workspaces.ts'

export const calls: readonly Endpoint[] = [
  service,
  signIn,
  sessions,
  account,
  legal,
  workspaces,
  handoff,
].flatMap((noun): Endpoint[] => Object.values(noun))
