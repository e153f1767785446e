import { join } from 'node:path'
import { FailureSwitch, registerFailureSwitch } from '../serving/failure-switch.ts'
import { listenOnLoopback } from '../serving/loopback.ts'
import { createStandInServer, type StandIn } from '../serving/stand-in-server.ts'
import { registerMessageRoutes } from './message-routes.ts'
import { MessageStore } from './message-store.ts'
import { createSmtpListener } from './smtp-listener.ts'

interface MailSettings {
  /** The port of the inbox page and the JSON calls. 0 chooses a free one. */
  port: number
  smtpPort: number
  dataFolder: string
}

export interface MailStandIn extends StandIn {
  /** The actual ports, available once it listens. */
  readonly ports: { web: number; smtp: number }
}

/** The mail service accepts any mail over SMTP and shows it in an inbox and as JSON. */
export async function buildMail(settings: MailSettings): Promise<MailStandIn> {
  const store = await MessageStore.open(join(settings.dataFolder, 'messages'))
  const failure = new FailureSwitch()
  const app = await createStandInServer('mail service')
  registerFailureSwitch(app, failure)
  registerMessageRoutes(app, store)
  const smtp = createSmtpListener(store, failure)
  const ports = { web: settings.port, smtp: settings.smtpPort }

  return {
    ports,
    async listen() {
      ports.smtp = await smtp.listen(settings.smtpPort)
      ports.web = await listenOnLoopback(app, settings.port)
      return `http://localhost:${ports.web} and smtp://localhost:${ports.smtp}`
    },
    async close() {
      await Promise.all([smtp.close(), app.close()])
      await store.close()
    },
  }
}
