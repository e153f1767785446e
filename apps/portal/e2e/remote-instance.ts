import { chromiumArguments, findChromium } from '../../../tools/chromium.ts'
import { addresses } from './fixtures.ts'

/** A made-up host that isn't localhost. The browser resolves it to the managed instance. */
const host = 'infra.example.test'
export const remoteUrl = addresses.managedInstance.replace('localhost', host)

/** For `test.use`: a browser that resolves the host to this machine. */
export const findsRemoteInstance = {
  launchOptions: {
    executablePath: findChromium(),
    args: [...chromiumArguments, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  },
}
