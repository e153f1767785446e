import { join } from 'node:path'
import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { listenOnLoopback } from '../serving/loopback.ts'
import { createStandInServer, type StandIn } from '../serving/stand-in-server.ts'
import { registerClientRoutes } from './client-routes.ts'
import { isControlPath, registerControlRoutes } from './control-routes.ts'
import { registerEventPages } from './event-pages.ts'
import { EventStore } from './event-store.ts'
import { FlagStore } from './flag-store.ts'
import { openToAllOrigins } from './open-to-all-origins.ts'

interface AnalyticsSettings {
  /** 0 for any free port. */
  port: number
  dataFolder: string
}

export interface AnalyticsStandIn extends StandIn {
  /** Where it is, once it listens. */
  readonly origin: string
}

/** The analytics service receives events, serves flags and shows the received events. */
export async function buildAnalytics(settings: AnalyticsSettings): Promise<AnalyticsStandIn> {
  const events = await EventStore.open(join(settings.dataFolder, 'events.json'))
  const flags = await FlagStore.open(join(settings.dataFolder, 'flags.json'))
  const app = await createStandInServer('analytics service')
  let origin = ''
  openToAllOrigins(app)
  registerFailureSwitch(app, new FailureSwitch(), isControlPath)
  registerControlRoutes(app, events, flags)
  registerEventPages(app, events, flags)
  await app.register(async (scope) => registerClientRoutes(scope, events, flags))

  return {
    get origin() {
      return origin
    },
    async listen() {
      origin = `http://localhost:${await listenOnLoopback(app, settings.port)}`
      return origin
    },
    async close() {
      await app.close()
      await Promise.all([events.close(), flags.close()])
    },
  }
}
